import { beforeEach, describe, expect, it } from 'vitest';

import type { Build, Question } from '../../src/service/build';
import { BuildFiles } from '../../src/service/build-files';
import { Service } from '../../src/service/service';
import { FakeCaches, buildOf } from './builds';

const SCOPE = 'https://me.example/negscope/';
const SHARED = {
  'assets/big-12345678.wasm': 'wasm '.repeat(1000),
  'models/other/weights.onnx': 'weights',
};
const OLD: Record<string, string> = {
  'index.html': 'old page',
  'assets/app-aaaaaaaa.js': 'old app',
  'demo/index.json': 'old demo',
  'assets/ort.asyncify-12345678.wasm': 'gpu, large',
  'assets/ort.jspi-12345678.wasm': 'gpu',
  ...SHARED,
};
const NEW: Record<string, string> = {
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
/** What requests do where the server leads elsewhere. */
let redirects: Set<string | undefined>;

beforeEach(() => {
  caches = new FakeCaches();
  server = OLD;
  asked = [];
  redirects = new Set();
});

function serviceOf(build: Build): Service {
  const files = new BuildFiles(caches, SCOPE, (input, init) => {
    redirects.add(init?.redirect);
    asked.push(String(input).slice(SCOPE.length));
    if (server === null) return Promise.reject(new TypeError('Failed to fetch'));
    const content = server[String(input).slice(SCOPE.length) || 'index.html'];
    const answer = new Response(content ?? 'none', { status: content === undefined ? 404 : 200 });
    // Chromium puts a large blob on the disk, and fails where little room is left there.
    answer.blob = () => Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(answer);
  });
  return new Service(build, SCOPE, files);
}

async function get(service: Service, path: string, destination = '', method = 'GET'): Promise<string> {
  const response = await service.answer({ url: new URL(path, SCOPE).href, method, destination });
  if (!response) return 'left to the browser';
  if (response.type === 'error') return 'no answer';
  expect(response.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
  return response.ok ? response.text() : `status ${response.status}`;
}

const ask = (service: Service, kind: Question['kind'], webgpu: Question['webgpu'] = null) =>
  service.ask({ kind, webgpu });

async function keepAll(service: Service, webgpu: Question['webgpu'] = null): Promise<void> {
  for (;;) {
    const { kept, failure } = await ask(service, 'keep', webgpu);
    expect(failure).toBeNull();
    if (kept.missingFiles === 0) return;
  }
}

/** The old version, put in and whole. */
async function keptOld(): Promise<Service> {
  const service = serviceOf(old);
  await service.install(null);
  await keepAll(service);
  return service;
}

describe('what is answered', () => {
  it('every file, also where the disk has no room for a blob', async () => {
    expect(await get(serviceOf(old), 'assets/big-12345678.wasm')).toBe(OLD['assets/big-12345678.wasm']);
  });

  it.each([
    ['another origin', 'https://elsewhere.example/negscope/index.html'],
    ['another port', 'https://me.example:8443/negscope/index.html'],
    ['another scheme', 'http://me.example/negscope/index.html'],
    ['the same origin outside the folder', '/other/app.js'],
    ['a folder whose name only begins alike', '/negscope-2/app.js'],
    ['a path that leaves the folder', '../secret'],
    ['a path that cannot be decoded', 'assets/%E0%A4%A'],
  ])('nothing for %s', async (_, path) => {
    expect(await get(serviceOf(old), path)).toBe('no answer');
    expect(asked).toEqual([]);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])(
    'nothing for %s, even of a file of its own',
    async (method) => {
      expect(await get(serviceOf(old), 'demo/index.json', '', method)).toBe('no answer');
    },
  );

  it.each(['', 'index.html', '?device=wasm', '#lab', 'index.html?x=1#audit'])(
    'the page for "%s"',
    async (path) => {
      expect(await get(serviceOf(old), path, 'document')).toBe('old page');
      expect(asked).toEqual(['']);
    },
  );

  it('the browser alone what a user opens beside the page, but nothing that the page loads', async () => {
    expect(await get(serviceOf(old), 'notes.html', 'document')).toBe('left to the browser');
    expect(await get(serviceOf(old), 'demo/index.json', 'document')).toBe('old demo');
    expect(await get(serviceOf(old), 'notes.html', 'iframe')).toBe('status 404');
  });

  it('the browser alone where a page shows the document that may be framed; to others it comes without a query', async () => {
    const build = buildOf('framed', { ...OLD, 'learn.html': 'lessons' });
    server = { ...OLD, 'learn.html': 'lessons' };
    expect(await get(serviceOf(build), 'learn.html', 'document')).toBe('left to the browser');
    expect(await get(serviceOf(build), 'learn.html', 'iframe')).toBe('left to the browser');
    expect(asked).toEqual([]);
    expect(await get(serviceOf(build), 'learn.html?secret=text')).toBe('lessons');
    expect(await get(serviceOf(build), 'learn.html?secret=text', 'image')).toBe('lessons');
    expect(asked).toEqual(['learn.html', 'learn.html']);
  });

  it('nothing where the server leads elsewhere: a redirect is not followed', async () => {
    const service = await keptOld();
    await get(service, 'models/other/weights.onnx');
    await get(serviceOf(now), 'demo/index.json');
    expect(asked.length).toBeGreaterThan(4);
    expect(redirects).toEqual(new Set(['error']));
    // Many hosts lead from index.html to the folder.
    expect(asked).not.toContain('index.html');
  });
});

describe('a first visit', () => {
  it('fetches nothing unasked, and gives what is asked for from the server, without its query', async () => {
    const service = serviceOf(old);
    await service.install(null);
    expect(asked).toEqual([]);
    expect(await get(service, '?device=wasm', 'document')).toBe('old page');
    expect(asked).toEqual(['']);
    expect(await get(service, 'assets/app-aaaaaaaa.js?secret=text')).toBe('old app');
    expect(await get(service, 'models/other/weights.onnx?secret=text')).toBe('weights');
    expect(asked.slice(1)).toEqual(['assets/app-aaaaaaaa.js', 'models/other/weights.onnx']);
    expect(await get(service, 'secret/text')).toBe('status 404');
    expect(asked).toHaveLength(3);
  });

  it('gives whatever build the server has by now, since it keeps none', async () => {
    server = NEW;
    const service = serviceOf(old);
    await service.install(null);
    expect(await get(service, '', 'document')).toBe('new page');
    expect(await get(service, 'assets/app-bbbbbbbb.js')).toBe('new app');
    expect(await get(service, 'demo/index.json')).toBe('new demo');
  });

  it('keeps one file after another, the build for WebGPU that the browser needs, other encoders never', async () => {
    const service = serviceOf(old);
    await service.install(null);
    const total = (paths: string[]) => paths.reduce((sum, path) => sum + (OLD[path] ?? '').length, 0);
    const always = ['index.html', 'assets/app-aaaaaaaa.js', 'demo/index.json', 'assets/big-12345678.wasm'];
    expect((await ask(service, 'status')).kept).toEqual({
      bytes: 0,
      missingFiles: 4,
      totalBytes: total(always),
    });
    await keepAll(service);
    server = null;
    for (const path of always) expect(await get(service, path)).toBe(OLD[path]);
    const [asyncify, jspi] = ['assets/ort.asyncify-12345678.wasm', 'assets/ort.jspi-12345678.wasm'];
    for (const path of [asyncify, jspi]) expect(await get(service, path)).toBe('no answer');
    server = OLD;
    expect((await ask(service, 'status', 'jspi')).kept.missingFiles).toBe(1);
    await keepAll(service, 'jspi');
    server = null;
    expect([await get(service, jspi), await get(service, asyncify)]).toEqual(['gpu', 'no answer']);
    server = OLD;
    await keepAll(service, 'asyncify');
    server = null;
    expect(await get(service, asyncify)).toBe('gpu, large');
    expect(await get(service, 'models/other/weights.onnx')).toBe('no answer');
  });

  it('seals the page without keeping anything where there is no room, and says so', async () => {
    caches.full = true;
    const service = serviceOf(old);
    await service.install(null);
    expect(await get(service, '', 'document')).toBe('old page');
    const { failure, kept } = await ask(service, 'keep');
    expect(failure).toBe('no room');
    expect(kept.bytes).toBe(0);
  });

  it('says that the server does not answer, or has another file', async () => {
    const service = serviceOf(old);
    await service.install(null);
    server = null;
    expect((await ask(service, 'keep')).failure).toBe('no network');
    server = { ...OLD, 'assets/app-aaaaaaaa.js': 'other app' };
    expect((await ask(service, 'keep')).failure).toBe('not on the server');
  });
});

describe('a new version', () => {
  it('fetches nothing either where no copy was kept', async () => {
    server = NEW;
    await serviceOf(now).install(null);
    expect(asked).toEqual([]);
  });

  it('keeps only what the old one has not, and is whole before it takes over', async () => {
    const before = await keptOld();
    server = NEW;
    asked = [];
    const service = serviceOf(now);
    await service.install(null);
    expect(asked.sort()).toEqual(['', 'assets/app-bbbbbbbb.js', 'demo/index.json']);
    server = null;
    expect(await get(before, '', 'document')).toBe('old page');
    expect(await get(before, 'assets/app-aaaaaaaa.js')).toBe('old app');
    expect(await get(before, 'demo/index.json')).toBe('old demo');
    await service.activate();
    expect(await get(service, '', 'document')).toBe('new page');
    expect((await ask(service, 'status')).kept.missingFiles).toBe(0);
  });

  it('drops what only the old one needed once it takes over, and other layouts', async () => {
    await keptOld();
    caches.stores.set('negscope /negscope/ layout 1', new Map());
    caches.stores.set('negscope /elsewhere/ layout 1', new Map());
    server = NEW;
    const service = serviceOf(now);
    await service.install(null);
    await service.activate();
    expect([...caches.stores.keys()]).toEqual([
      'negscope /negscope/ layout 2',
      'negscope /elsewhere/ layout 1',
    ]);
    expect(caches.stores.get('negscope /negscope/ layout 2')?.size).toBe(4);
    expect(await get(service, 'assets/app-aaaaaaaa.js')).toBe('status 404');
  });

  it('is not put in where the server breaks off: the old one stays as it is', async () => {
    const before = await keptOld();
    server = { ...NEW };
    Reflect.deleteProperty(server, 'assets/app-bbbbbbbb.js');
    await expect(serviceOf(now).install(null)).rejects.toThrow(/not on the server/);
    server = null;
    expect(await get(before, 'demo/index.json')).toBe('old demo');
  });
});

describe('what is lost', () => {
  it('comes again', async () => {
    const service = await keptOld();
    caches.stores.forEach((store) => store.clear());
    expect((await ask(service, 'status')).kept.missingFiles).toBe(4);
    expect(await get(service, '', 'document')).toBe('old page');
    await keepAll(service);
  });

  it('where a new version came to the server gives that one, under the same headers', async () => {
    const service = await keptOld();
    caches.stores.forEach((store) => store.clear());
    server = NEW;
    expect(await get(service, '', 'document')).toBe('new page');
    expect(await get(service, 'assets/app-bbbbbbbb.js')).toBe('new app');
  });
});
