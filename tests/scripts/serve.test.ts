import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { responseHeaders } from '../../scripts/headers.mjs';
import { compressFolder } from '../../scripts/lib/compress.mjs';
import { serve, serveFrom } from '../../scripts/serve.mjs';
import { temporaryFolder } from '../support/temporary';

type Server = Awaited<ReturnType<typeof serve>>;

const folder = temporaryFolder({
  'secret.txt': 'outside',
  'dist/.build-hash': 'hash',
  'dist/index.html': '<p>page</p>',
  'dist/lab/index.html': '<p>lab</p>',
  'dist/a b.jsonl': '{"query":"ä"}\n',
  'dist/engine.mjs': 'export {};',
  'dist/engine.wasm': new Uint8Array(300_000).fill(7),
});
let server: Server;

beforeAll(async () => {
  const root = join(folder, 'dist');
  mkdirSync(join(root, 'empty'));
  server = await serve({ root, port: 0, basePath: '/some/base/' });
});

afterAll(() => server.close());

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
});

describe('compressed twins', () => {
  const text = '{"query":"ä"}\n'.repeat(500);
  const hashed = 'assets/engine-Ab_3-x9Z.js';
  let root: string;
  let twins: Server;

  beforeAll(async () => {
    root = join(folder, 'twins');
    mkdirSync(join(root, 'assets'), { recursive: true });
    writeFileSync(join(root, 'records.jsonl'), text);
    writeFileSync(join(root, hashed), `// ${text}`);
    writeFileSync(join(root, 'assets', 'plain.js'), 'x'.repeat(2000));
    writeFileSync(join(root, 'small.json'), '{}');
    await compressFolder(root);
    writeFileSync(join(root, 'changed.json'), `"${text.replaceAll(/["\n]/g, ' ')}"`);
    writeFileSync(join(root, 'changed.json.br'), 'of an earlier build');
    utimesSync(join(root, 'changed.json.br'), 1, 1);
    twins = await serve({ root, port: 0 });
  });

  afterAll(() => twins.close());

  /** The answer as it crosses the wire: `fetch` would decompress it. */
  function raw(path: string, headers: Record<string, string> = {}, method = 'GET') {
    return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
      (resolve, reject) => {
        const asked = request({ host: 'localhost', port: twins.port, path: `/${path}`, method, headers });
        asked.once('error', reject).once('response', (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(parts),
            }),
          );
        });
        asked.end();
      },
    );
  }

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=0.5, br;q=1.0', 'br'],
    ['BR', 'br'],
    ['br;q=0, gzip', undefined],
    ['br;q=0.0', undefined],
    ['', undefined],
  ])('answers "Accept-Encoding: %s" in %s', async (accepted, encoding) => {
    const { headers, body } = await raw('records.jsonl', { 'Accept-Encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers.vary).toBe('Accept-Encoding');
    const read = encoding === undefined ? body : brotliDecompressSync(body);
    expect(read.toString()).toBe(text);
    if (encoding !== undefined) expect(body.length).toBeLessThan(text.length / 4);
  });

  it('gives every encoding a tag of its own, and answers 304 to each', async () => {
    const answers = await Promise.all(
      ['br', ''].map((accepted) => raw('records.jsonl', { 'Accept-Encoding': accepted })),
    );
    const tags = answers.map(({ headers }) => String(headers.etag));
    expect(new Set(tags).size).toBe(2);
    const known = { 'Accept-Encoding': 'br', 'If-None-Match': `"other", W/${tags[0]}` };
    const again = await raw('records.jsonl', known);
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers.vary).toBe('Accept-Encoding');
    const other = await raw('records.jsonl', { 'Accept-Encoding': 'br', 'If-None-Match': tags[1] ?? '' });
    expect(other.status).toBe(200);
  });

  it('lets names with a hash be kept for ever, and has all others asked for again', async () => {
    const kept = async (path: string) => (await raw(path)).headers['cache-control'];
    expect(await kept(hashed)).toBe('public, max-age=31536000, immutable');
    expect(await kept('assets/plain.js')).toBe('no-cache');
    expect(await kept('records.jsonl')).toBe('no-cache');
  });

  it('makes no twin of what is too small, and sends none of another content', async () => {
    expect(existsSync(join(root, 'small.json.br'))).toBe(false);
    const { headers, body } = await raw('changed.json', { 'Accept-Encoding': 'br' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toBeUndefined();
    expect(body.toString()).toMatch(/^"/);
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
