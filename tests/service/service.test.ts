import { beforeEach, describe, expect, it } from 'vitest';

import type { Build } from '../../src/service/build';
import { Network } from '../../src/service/network';
import type { Question } from '../../src/service/questions';
import { Service } from '../../src/service/service';
import { Shelf } from '../../src/service/shelf';
import type { OpenTab } from '../../src/service/versions';
import { FakeCaches, buildOf } from './builds';

const SCOPE = 'https://me.example/negscope/';
const SHARED = {
  'assets/big-12345678.wasm': 'wasm '.repeat(300_000),
  'models/other/weights.onnx': 'weights',
};
const OLD: Record<string, string> = {
  'index.html': 'old page',
  'assets/app-aaaaaaaa.js': 'old app',
  'demo/index.json': 'old demo',
  'assets/ort.asyncify-12345678.wasm': 'gpu',
  ...SHARED,
};
const NEW = {
  ...SHARED,
  'index.html': 'new page',
  'assets/app-bbbbbbbb.js': 'new app',
  'demo/index.json': 'new demo',
};
const old = buildOf('old', OLD);
const now = buildOf('now', NEW);

let caches: FakeCaches;
/** What the server has; null while it cannot be reached. */
let server: Record<string, string> | null;
let asked: string[];
let tabs: OpenTab[];
let updating: boolean;

beforeEach(() => {
  caches = new FakeCaches();
  server = OLD;
  asked = [];
  tabs = [];
  updating = false;
});

function serviceOf(build: Build): Service {
  const network = new Network(SCOPE, (input) => {
    asked.push(String(input).slice(SCOPE.length));
    if (server === null) return Promise.reject(new TypeError('Failed to fetch'));
    const content = server[String(input).slice(SCOPE.length) || 'index.html'];
    return Promise.resolve(new Response(content ?? 'none', { status: content === undefined ? 404 : 200 }));
  });
  return new Service(build, SCOPE, new Shelf(caches, SCOPE), network, {
    tabs: () => Promise.resolve(tabs),
    updating: () => updating,
  });
}

async function get(service: Service, path: string, destination = ''): Promise<string> {
  const response = await service.answer({ url: SCOPE + path, method: 'GET', destination });
  if (!response) return 'left to the browser';
  if (response.type === 'error') return 'no answer';
  expect(response.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
  return response.ok ? response.text() : `status ${response.status}`;
}

const ask = (service: Service, question: Question, webgpu = false) => service.ask({ question, webgpu });

async function keepAll(service: Service, version: string, webgpu = false): Promise<void> {
  for (;;) {
    const { kept, failure } = await ask(service, { kind: 'keep', version }, webgpu);
    expect(failure).toBeNull();
    if (kept[version]?.missingFiles === 0) return;
  }
}

describe('a first visit', () => {
  it('fetches the page alone when it is put in, and gives what is not kept from the server, without its query', async () => {
    const service = serviceOf(old);
    await service.install();
    expect(asked).toEqual(['index.html']);
    expect(await get(service, '?device=wasm', 'document')).toBe('old page');
    expect(asked).toHaveLength(1);
    expect(await get(service, 'assets/app-aaaaaaaa.js?secret=text')).toBe('old app');
    expect(await get(service, 'models/other/weights.onnx?secret=text')).toBe('weights');
    expect(asked.slice(1)).toEqual(['assets/app-aaaaaaaa.js', 'models/other/weights.onnx']);
    expect(await get(service, 'secret/text')).toBe('status 404');
    expect(await get(service, 'assets/secret-12345678.js')).toBe('status 404');
    expect(asked).toHaveLength(3);
  });

  it('is not put in where the server has another page already', async () => {
    server = NEW;
    await expect(serviceOf(old).install()).rejects.toThrow(/index\.html: not on the server/);
  });

  it('keeps one file after another, the WebGPU runtime only where it can be used, other encoders never', async () => {
    const service = serviceOf(old);
    await service.install();
    const total = (paths: string[]) => paths.reduce((sum, path) => sum + (OLD[path] ?? '').length, 0);
    const always = ['index.html', 'assets/app-aaaaaaaa.js', 'demo/index.json', 'assets/big-12345678.wasm'];
    expect((await ask(service, { kind: 'status' })).kept['old']).toEqual({
      files: 1,
      bytes: total(['index.html']),
      missingFiles: 3,
      totalBytes: total(always),
    });
    await keepAll(service, 'old');
    server = null;
    for (const path of always) expect(await get(service, path)).toBe(OLD[path]);
    expect(await get(service, 'assets/ort.asyncify-12345678.wasm')).toBe('no answer');
    server = OLD;
    expect((await ask(service, { kind: 'status' }, true)).kept['old']?.missingFiles).toBe(1);
    await keepAll(service, 'old', true);
    server = null;
    expect(await get(service, 'assets/ort.asyncify-12345678.wasm')).toBe('gpu');
    expect(await get(service, 'models/other/weights.onnx')).toBe('no answer');
  });

  it('seals the page without keeping anything where there is no room, and says so', async () => {
    caches.full = true;
    const service = serviceOf(old);
    await service.install();
    expect(await get(service, '', 'document')).toBe('old page');
    const { failure, kept } = await ask(service, { kind: 'keep', version: 'old' });
    expect(failure).toBe('no room');
    expect(kept['old']?.files).toBe(0);
  });

  it('says that the server does not answer, or has another file', async () => {
    const service = serviceOf(old);
    await service.install();
    server = null;
    expect((await ask(service, { kind: 'keep', version: 'old' })).failure).toBe('no network');
    server = { ...OLD, 'assets/app-aaaaaaaa.js': 'other app' };
    expect((await ask(service, { kind: 'keep', version: 'old' })).failure).toBe('not on the server');
  });
});

describe('two versions', () => {
  let service: Service;
  beforeEach(async () => {
    const first = serviceOf(old);
    await first.install();
    await keepAll(first, 'old');
    server = NEW;
    service = serviceOf(now);
    await service.install();
  });

  it('opens the old one until the user says so, and never mixes them', async () => {
    expect(await get(service, '', 'document')).toBe('old page');
    expect(await get(service, 'assets/app-aaaaaaaa.js')).toBe('old app');
    expect(await get(service, 'demo/index.json?build=old')).toBe('old demo');
    expect(await get(service, 'demo/index.json?build=now')).toBe('new demo');
    const { newest, chosen } = await ask(service, { kind: 'status' });
    expect([newest, chosen]).toEqual(['now', 'old']);
    await ask(service, { kind: 'use', version: 'now' });
    expect(await get(service, '', 'document')).toBe('new page');
    expect(await get(service, 'assets/app-aaaaaaaa.js')).toBe('old app');
  });

  it('fetches of the new one only what the old one has not', async () => {
    asked = [];
    await keepAll(service, 'now');
    expect(asked.sort()).toEqual(['assets/app-bbbbbbbb.js', 'demo/index.json']);
  });

  it('drops the old one when no tab has it, and nothing before', async () => {
    await keepAll(service, 'now');
    await ask(service, { kind: 'use', version: 'now' });
    for (const open of [{ version: 'old' }, { version: null }]) {
      tabs = [open];
      await ask(service, { kind: 'tidy' });
      expect(await get(service, 'assets/app-aaaaaaaa.js')).toBe('old app');
    }
    tabs = [{ version: 'now' }];
    updating = true;
    await ask(service, { kind: 'tidy' });
    expect(await get(service, 'assets/app-aaaaaaaa.js')).toBe('old app');
    updating = false;
    const { kept } = await ask(service, { kind: 'tidy' });
    expect(Object.keys(kept)).toEqual(['now']);
    expect(kept['now']?.missingFiles).toBe(0);
    expect(await get(service, 'assets/app-aaaaaaaa.js')).toBe('status 404');
  });

  it('keeps the chosen one while no tab is open', async () => {
    await ask(service, { kind: 'tidy' });
    expect(await get(service, '', 'document')).toBe('old page');
  });

  it('opens the new one where the old one can no longer be whole', async () => {
    const [cache] = caches.stores.values();
    for (const [url, response] of cache ?? []) {
      if ((await response.clone().text()) === 'old app') cache?.delete(url);
    }
    expect(await get(service, '', 'document')).toBe('new page');
  });

  it('refuses to use a version that it does not know', async () => {
    await expect(ask(service, { kind: 'use', version: 'unknown' })).rejects.toThrow(/unknown/);
  });
});

describe('damage', () => {
  const damage = async (content: string) => {
    const [cache] = caches.stores.values();
    for (const [url, response] of cache ?? []) {
      if ((await response.clone().text()) === content) cache?.set(url, new Response('damaged'));
    }
  };

  it('is found in a small file when it is given out, and mended from the server', async () => {
    const service = serviceOf(old);
    await service.install();
    await keepAll(service, 'old');
    await damage('old app');
    expect(await get(service, 'assets/app-aaaaaaaa.js')).toBe('old app');
    expect((await ask(service, { kind: 'status' })).kept['old']?.missingFiles).toBe(1);
    await keepAll(service, 'old');
  });

  it('is found in a large file when the page asks for a check', async () => {
    const service = serviceOf(old);
    await service.install();
    await keepAll(service, 'old');
    await damage(SHARED['assets/big-12345678.wasm']);
    const { kept } = await ask(service, { kind: 'check', version: 'old' });
    expect(kept['old']?.missingFiles).toBe(1);
    await keepAll(service, 'old');
  });

  it('of everything leaves a page that still opens', async () => {
    const service = serviceOf(old);
    await service.install();
    caches.stores.forEach((store) => store.clear());
    expect(await get(service, '', 'document')).toBe('old page');
    await keepAll(service, 'old');
  });

  it('of everything after a new version came to the server gives that one, under the same headers', async () => {
    const service = serviceOf(old);
    await service.install();
    caches.stores.forEach((store) => store.clear());
    server = NEW;
    expect(await get(service, '', 'document')).toBe('new page');
    expect(await get(service, 'assets/app-bbbbbbbb.js')).toBe('new app');
  });
});
