import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { filesIn } from '../../src/cli/disk';
import { givenFiles, parsePageArguments } from '../../src/cli/open';
import { opener, redirectPage } from '../../scripts/lib/open-browser.mjs';
import { hostsAt, serve } from '../../scripts/serve.mjs';
import { temporaryFolder } from '../support/temporary';

const TOKEN = '/0123456789abcdef/';

const folder = temporaryFolder({
  'dist/index.html.br': brotliCompressSync('<p>page</p>'),
  'data/a.jsonl': '{"query":"q"}\n',
  'data/secret.jsonl': 'hidden words',
  'data/nq/corpus.jsonl': 'corpus',
});
let server: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  const root = join(folder, 'dist');
  const files = [join(folder, 'data', 'a.jsonl')];
  const beside = givenFiles({ files, folders: [join(folder, 'data', 'nq')], model: null, reference: ['a'] });
  server = await serve({ root, port: 0, basePath: TOKEN, beside });
});

afterAll(() => server.close());

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

it('no file in whose place a link was put after the start', async () => {
  const corpus = join(folder, 'data', 'nq', 'corpus.jsonl');
  rmSync(corpus);
  symlinkSync(join(folder, 'data', 'secret.jsonl'), corpus);
  expect(await get(`${TOKEN}given/1`)).toMatchObject({ status: 404 });
  rmSync(corpus);
  expect(await get(`${TOKEN}given/1`)).toMatchObject({ status: 404 });
  mkdirSync(join(folder, 'secret'));
  writeFileSync(join(folder, 'secret', 'corpus.jsonl'), 'hidden words');
  rmSync(join(folder, 'data', 'nq'), { recursive: true });
  symlinkSync(join(folder, 'secret'), join(folder, 'data', 'nq'));
  expect(await get(`${TOKEN}given/1`)).toMatchObject({ status: 404 });
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

it('the port 80 is not named by browsers', () => {
  expect(hostsAt(80)).toEqual(expect.arrayContaining(['localhost', 'localhost:80', '[::1]']));
  expect(hostsAt(81)).not.toContain('localhost');
});

it('the browser is opened at a page of this user alone: no command line holds the token, and no shell reads one', () => {
  const path = redirectPage('http://localhost:80/0123/?given=yes&top-k=5');
  try {
    expect(readFileSync(path, 'utf8')).toContain('url=http://localhost:80/0123/?given=yes&amp;top-k=5">');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    for (const platform of ['darwin', 'linux', 'win32'] as const) {
      expect(opener(platform, path)).toEqual([
        expect.stringMatching(/^(open|xdg-open|explorer\.exe)$/),
        path,
      ]);
    }
  } finally {
    rmSync(dirname(path), { recursive: true });
  }
});

it('of a folder each file is given once, nothing hidden, and a link out of it is refused by name', () => {
  const data = join(folder, 'linked');
  mkdirSync(join(data, 'deep'), { recursive: true });
  writeFileSync(join(data, 'deep', 'b.jsonl'), 'b');
  symlinkSync('deep/b.jsonl', join(data, 'a.jsonl'));
  symlinkSync('..', join(data, 'deep', 'up'));
  symlinkSync('deep', join(data, 'other'));
  mkdirSync(join(data, '.ssh'));
  writeFileSync(join(data, '.ssh', 'id'), 'hidden');
  symlinkSync('.ssh', join(data, 'shown'));
  // Each leads to all others: k! ways.
  const names = Array.from({ length: 9 }, (_, i) => `round${i}`);
  for (const name of names) {
    mkdirSync(join(data, name));
    for (const other of names.filter((each) => each !== name))
      symlinkSync(join('..', other), join(data, name, other));
  }
  writeFileSync(join(data, 'round3', 'c.jsonl'), 'c');
  const listed = () => givenFiles({ files: [], folders: [data], model: null, reference: null });
  const paths = () =>
    (
      JSON.parse((listed().get('given/index.json') as { json: string }).json) as {
        folders: { files: { path: string }[] }[];
      }
    ).folders[0]?.files.map(({ path }) => path);
  expect(paths()).toEqual(['deep/b.jsonl', 'round3/c.jsonl']);
  symlinkSync(join(folder, 'data', 'secret.jsonl'), join(data, 'out.jsonl'));
  expect(listed).toThrow(/^linked\/out\.jsonl is a link to \S+secret\.jsonl, outside the folder\./);
  rmSync(join(data, 'out.jsonl'));
  symlinkSync('nowhere', join(data, 'gone.jsonl'));
  expect(listed).toThrow('linked/gone.jsonl is a link to what is not there');
});

it('an encoder in the Hugging Face cache is nothing but links', () => {
  const cached = join(folder, 'hub', 'models--me--tiny');
  const snapshot = join(cached, 'snapshots', 'abc');
  mkdirSync(join(snapshot, 'onnx'), { recursive: true });
  mkdirSync(join(cached, 'blobs'));
  for (const blob of ['1', '2']) writeFileSync(join(cached, 'blobs', blob), blob);
  symlinkSync('../../blobs/1', join(snapshot, 'config.json'));
  symlinkSync('../../../blobs/2', join(snapshot, 'onnx', 'model.onnx'));
  expect(filesIn(snapshot)).toEqual(['config.json', 'onnx/model.onnx']);
  const served = givenFiles({ files: [], folders: [], model: snapshot, reference: null });
  expect(served.get('given/1')).toEqual({ file: join(cached, 'blobs', '2') });
  symlinkSync(join(folder, 'data', 'secret.jsonl'), join(snapshot, 'tokenizer.json'));
  expect(() => filesIn(snapshot)).toThrow('abc/tokenizer.json is a link to');
});

it.each([
  ['--evaluation', 'e.jsonl'],
  ['--experiments', 'all'],
  ['--as-meant', 'bm25'],
  ['--strict'],
  ['--keep', 'kept'],
  ['--format', 'markdown'],
  ['--runtime=native'],
  ['--judge-seed', '7'],
  ['--judge-out', 'pairs.jsonl'],
  ['--help'],
  ['--portt', '80'],
])('%s is refused by its name: the page would not do it', (option, ...value) => {
  const refused = () => parsePageArguments([join(folder, 'data', 'a.jsonl'), option, ...value, '--no-open']);
  expect(refused).toThrow(option.replace(/=.*/, ''));
});

it('takes its own options and the inputs of a run, which the address of the page says', () => {
  const file = join(folder, 'data', 'a.jsonl');
  const options = ['--no-open', '--port=80', '--device', 'wasm', '--reference', 'a,b', '--tau', '0.1'];
  const { inputs, ...others } = parsePageArguments([file, ...options, '--by-order', '--all-queries']);
  expect(String(inputs)).toBe('tau=0.1&queries=all&device=wasm&by-order=yes');
  expect(others).toEqual({
    files: [file],
    folders: [],
    model: null,
    reference: ['a', 'b'],
    port: '80',
    open: false,
  });
});
