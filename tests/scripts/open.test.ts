/** What `npx negscope FILES` serves: the page and the named files, to this machine and to who knows the token. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { givenFiles } from '../../scripts/lib/given-files.mjs';
import { serve } from '../../scripts/serve.mjs';

const TOKEN = '/0123456789abcdef/';

let folder: string;
let server: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-open-'));
  const root = join(folder, 'dist');
  mkdirSync(join(folder, 'data', 'nq'), { recursive: true });
  mkdirSync(root);
  writeFileSync(join(root, 'index.html.br'), brotliCompressSync('<p>page</p>'));
  writeFileSync(join(folder, 'data', 'a.jsonl'), '{"query":"q"}\n');
  writeFileSync(join(folder, 'data', 'secret.jsonl'), 'hidden words');
  writeFileSync(join(folder, 'data', 'nq', 'corpus.jsonl'), 'corpus');
  const files = [join(folder, 'data', 'a.jsonl')];
  const beside = givenFiles({ files, folders: [join(folder, 'data', 'nq')], model: null, reference: ['a'] });
  server = await serve({ root, port: 0, basePath: TOKEN, beside });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Status and text of a path sent as it is, with a host name. */
function get(path: string, host = `localhost:${server.port}`): Promise<{ status: number; text: string }> {
  return new Promise((done, fail) => {
    request({ host: 'localhost', port: server.port, path, headers: { host } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => done({ status: response.statusCode ?? 0, text }));
    })
      .once('error', fail)
      .end();
  });
}

it('the page, of which only the compressed twin is there, the list and the named files', async () => {
  expect(await get(TOKEN)).toEqual({ status: 200, text: '<p>page</p>' });
  const list = await get(`${TOKEN}given/index.json`);
  expect(JSON.parse(list.text)).toEqual({
    files: [{ path: 'a.jsonl', address: '0' }],
    folders: [{ name: 'nq', files: [{ path: 'corpus.jsonl', address: '1' }] }],
    model: null,
    reference: ['a'],
  });
  expect(await get(`${TOKEN}given/0`)).toEqual({ status: 200, text: '{"query":"q"}\n' });
  expect(await get(`${TOKEN}given/1`, `127.0.0.1:${server.port}`)).toEqual({ status: 200, text: 'corpus' });
});

it.each([
  `${TOKEN}given/2`,
  `${TOKEN}given/secret.jsonl`,
  `${TOKEN}given/../../data/secret.jsonl`,
  `${TOKEN}given/%2e%2e/%2e%2e/data/secret.jsonl`,
  `${TOKEN}../data/secret.jsonl`,
  '/',
  '/given/0',
  '/0123456789abcdee/given/0',
])('nothing at %s', async (path) => {
  const { status, text } = await get(path);
  expect(status).toBe(404);
  expect(text).not.toContain('hidden words');
});

it.each(['example.org', 'localhost', 'localhost:1', 'evil.localhost:80'])(
  'nothing for the host %s, whatever the path',
  async (host) => {
    expect((await get(`${TOKEN}given/0`, host)).status).toBe(421);
    expect((await get(TOKEN, host)).status).toBe(421);
  },
);
