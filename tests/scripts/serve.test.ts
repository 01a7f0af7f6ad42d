import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { responseHeaders } from '../../scripts/headers.mjs';
import { parsePort, serve, serveFrom } from '../../scripts/serve.mjs';

type Server = Awaited<ReturnType<typeof serve>>;

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-serve-'));
  const root = join(folder, 'dist');
  mkdirSync(join(root, 'lab'), { recursive: true });
  mkdirSync(join(root, 'empty'));
  writeFileSync(join(folder, 'secret.txt'), 'outside');
  writeFileSync(join(root, '.build-hash'), 'hash');
  writeFileSync(join(root, 'index.html'), '<p>page</p>');
  writeFileSync(join(root, 'lab', 'index.html'), '<p>lab</p>');
  writeFileSync(join(root, 'a b.jsonl'), '{"query":"ä"}\n');
  writeFileSync(join(root, 'engine.mjs'), 'export {};');
  writeFileSync(join(root, 'engine.wasm'), new Uint8Array(300_000).fill(7));
  server = await serve({ root, port: 0, basePath: '/some/base/' });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, server.url), { redirect: 'manual', ...init });

/** The status of a path sent as it is: `fetch` would resolve its dots. */
function statusOfRawPath(path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ host: 'localhost', port: server.port, path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('error', reject)
      .end();
  });
}

describe('serve', () => {
  it.each([
    ['./', 'text/html; charset=utf-8'],
    ['engine.mjs', 'text/javascript; charset=utf-8'],
    ['engine.wasm', 'application/wasm'],
    ['a%20b.jsonl', 'application/x-ndjson; charset=utf-8'],
  ])('gives %s as %s', async (path, type) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
  });

  it('gives files whole', async () => {
    const bytes = new Uint8Array(await (await get('engine.wasm')).arrayBuffer());
    expect(bytes).toHaveLength(300_000);
    expect(bytes.every((byte) => byte === 7)).toBe(true);
    expect(await (await get('a%20b.jsonl')).text()).toBe('{"query":"ä"}\n');
  });

  it.each(['./', 'engine.wasm', 'missing.json', '/elsewhere', '/some/base'])(
    'seals the answer to %s',
    async (path) => {
      const { headers } = await get(path);
      for (const [name, value] of Object.entries(responseHeaders())) expect(headers.get(name)).toBe(value);
    },
  );

  it.each(['missing.json', 'lab/missing', 'empty', 'empty/', '/', '/index.html', '/some/'])(
    'answers %s with a 404 of plain text, never with the page',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
      expect(await response.text()).not.toContain('page');
    },
  );

  it.each([
    '/some/base/../../secret.txt',
    '/some/base/..%2f..%2fsecret.txt',
    '/some/base/%2e%2e/secret.txt',
    '/some/base/lab/../../secret.txt',
    '/some/base/..%5csecret.txt',
    '/some/base/%00',
    '/some/base/%zz',
    '/some/base/.build-hash',
  ])('refuses %s', async (path) => {
    expect(await statusOfRawPath(path)).toBe(404);
  });

  it('sends an address without the closing slash to the one with it', async () => {
    const base = await get('/some/base');
    expect([base.status, base.headers.get('location')]).toEqual([301, '/some/base/']);
    const lab = await get('lab');
    expect([lab.status, lab.headers.get('location')]).toEqual([301, '/some/base/lab/']);
    expect(await (await get('lab/')).text()).toBe('<p>lab</p>');
  });

  it('answers HEAD with the headers alone', async () => {
    const response = await get('engine.wasm', { method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe('300000');
    expect(await response.text()).toBe('');
  });

  it('answers 304 to a known tag', async () => {
    const tag = (await get('engine.mjs')).headers.get('etag') ?? '';
    expect((await get('engine.mjs', { headers: { 'if-none-match': tag } })).status).toBe(304);
    expect((await get('engine.mjs', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  it('takes nothing in', async () => {
    const response = await get('index.html', { method: 'POST', body: 'x' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('serveFrom', () => {
  it('takes the next port where one is taken', async () => {
    const second = await serveFrom({ root: folder, port: server.port });
    try {
      expect(second.port).toBeGreaterThan(server.port);
      expect(await (await fetch(`${second.url}secret.txt`)).text()).toBe('outside');
    } finally {
      await second.close();
    }
  });
});

describe('parsePort', () => {
  it('takes a port, or the usual one where none is given', () => {
    expect(parsePort('8080', 4173)).toBe(8080);
    expect(parsePort(undefined, 4173)).toBe(4173);
    expect(parsePort('', 4173)).toBe(4173);
  });

  it.each(['http', '-1', '70000', '80.5'])('refuses %s', (text) => {
    expect(() => parsePort(text, 4173)).toThrow(/expected a whole number/);
  });
});
