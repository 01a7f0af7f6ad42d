import { beforeEach, describe, expect, it } from 'vitest';

import { filesToKeep, type Build } from '../../src/service/build';
import { Service } from '../../src/service/service';

const SCOPE = 'https://me.example/negscope/';
const OLD: Record<string, string> = {
  'index.html': 'old page',
  'assets/app-aaaaaaaa.js': 'old app',
  'assets/big-12345678.wasm': 'wasm '.repeat(1000),
  'demo/index.json': 'old demo',
};
const NEW: Record<string, string> = {
  ...OLD,
  'index.html': 'new page',
  'assets/app-bbbbbbbb.js': 'new app',
  'demo/index.json': 'new demo',
};
Reflect.deleteProperty(NEW, 'assets/app-aaaaaaaa.js');
const old = buildOf('old', OLD);
const now = buildOf('now', NEW);

/** The browser's cache by address. */
let cache: Map<string, Response>;
let isFull: boolean;
/** What the server has; null while it cannot be reached. */
let server: Record<string, string> | null;
let asked: string[];
/** What requests do where the server leads elsewhere. */
let redirects: Set<string | undefined>;

beforeEach(() => {
  cache = new Map();
  isFull = false;
  server = OLD;
  asked = [];
  redirects = new Set();
});

function buildOf(version: string, contents: Readonly<Record<string, string>>): Build {
  const files = Object.entries(contents).map(([path, { length }]) => ({
    path,
    bytes: length,
  }));
  return { version, files, headers: { 'Cross-Origin-Opener-Policy': 'same-origin' } };
}

const caches = {
  open: () =>
    Promise.resolve({
      match: (key: string) => Promise.resolve(cache.get(key)?.clone()),
      put: (key: string, response: Response) => {
        if (isFull) return Promise.reject(new DOMException('no room', 'QuotaExceededError'));
        cache.set(key, response);
        return Promise.resolve();
      },
      delete: ({ url }: Request) => Promise.resolve(cache.delete(url)),
      keys: () => Promise.resolve([...cache.keys()].map((url) => ({ url }))),
    } as unknown as Cache),
};

function serviceOf(build: Build): Service {
  return new Service(build, SCOPE, caches, (input, init) => {
    redirects.add(init?.redirect);
    asked.push(String(input).slice(SCOPE.length));
    if (server === null) return Promise.reject(new TypeError('Failed to fetch'));
    const content = server[String(input).slice(SCOPE.length) || 'index.html'];
    const answer = new Response(content ?? 'none', { status: content === undefined ? 404 : 200 });
    // Chromium puts a large blob on the disk, and fails where little room is left there.
    answer.blob = () => Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(answer);
  });
}

async function get(service: Service, path: string, destination = '', method = 'GET'): Promise<string> {
  const response = await service.answer({ url: new URL(path, SCOPE).href, method, destination });
  if (!response) return 'left to the browser';
  if (response.type === 'error') return 'no answer';
  expect(response.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
  return response.ok ? response.text() : `status ${response.status}`;
}

describe('what is answered', () => {
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

  it('every file, also where the disk has no room for a blob or for the cache', async () => {
    isFull = true;
    expect(await get(serviceOf(old), 'assets/big-12345678.wasm')).toBe(OLD['assets/big-12345678.wasm']);
  });

  it('nothing where the server leads elsewhere: a redirect is not followed', async () => {
    for (const path of Object.keys(OLD)) await get(serviceOf(old), path);
    expect(redirects).toEqual(new Set(['error']));
    // Many hosts lead from index.html to the folder.
    expect(asked).not.toContain('index.html');
  });

  it('files without their query, and no other names', async () => {
    const service = serviceOf(old);
    expect(await get(service, 'assets/app-aaaaaaaa.js?secret=text')).toBe('old app');
    expect(await get(service, 'demo/index.json?secret=text')).toBe('old demo');
    expect(await get(service, 'secret/text')).toBe('status 404');
    expect(asked).toEqual(['assets/app-aaaaaaaa.js', 'demo/index.json']);
  });
});

describe('what is kept', () => {
  it('are files with a hash in their name, as they pass', async () => {
    const service = serviceOf(old);
    for (const path of Object.keys(OLD)) await get(service, path);
    server = null;
    expect(await get(service, 'assets/app-aaaaaaaa.js')).toBe('old app');
    for (const path of ['', 'demo/index.json']) expect(await get(service, path)).toBe('no answer');
  });

  it('is not what the host gives in place of a file that it does not have', async () => {
    server = { 'assets/app-aaaaaaaa.js': '<!doctype html>Not found' };
    const service = serviceOf(old);
    await get(service, 'assets/app-aaaaaaaa.js');
    server = OLD;
    expect(await get(service, 'assets/app-aaaaaaaa.js')).toBe('old app');
  });

  it('goes with its build where there is no copy', async () => {
    for (const path of Object.keys(OLD)) await get(serviceOf(old), path);
    await serviceOf(now).tidy();
    expect([...cache.keys()]).toEqual([`${SCOPE}assets/big-12345678.wasm`]);
  });
});

it('a copy holds the build for WebGPU that the browser needs, other encoders never', () => {
  const gpu = (build: string) => `assets/ort-wasm-simd-threaded.${build}-12345678.wasm`;
  const always = ['a', 'models/index.json', 'models/negscope-mini/config.json'];
  const others = [gpu('jspi'), gpu('asyncify'), 'models/other/weights.onnx', 'learn.html'];
  const files = [...always, ...others].map((path) => ({ path, bytes: 1 }));
  const kept = (webgpu: 'jspi' | 'asyncify' | null) =>
    filesToKeep({ ...old, files }, webgpu).map(({ path }) => path);
  expect(kept(null)).toEqual(always);
  expect(kept('jspi')).toEqual([...always, gpu('jspi')]);
  expect(kept('asyncify')).toEqual([...always, gpu('asyncify')]);
});
