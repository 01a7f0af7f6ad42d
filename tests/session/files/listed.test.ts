import { createServer, type Server } from 'node:http';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { ListUnavailableError } from '../../../src/app/errors';
import { fetchListed } from '../../../src/session/files/listed';
import { portOf } from '../../support/port';

const index = {
  reference: ['bm25'],
  files: [
    { path: 'bm25.jsonl', address: 'bm25.jsonl', note: 'Mined with BM25.' },
    { path: 'random.jsonl', address: 'random.jsonl', note: 'Drawn at random.' },
  ],
};

const pages: Record<string, string> = {
  '/good/demo/index.json': JSON.stringify(index),
  '/good/demo/bm25.jsonl': 'bm25 lines',
  '/good/demo/random.jsonl': 'random lines',
  '/odd/demo/index.json': '{"sources": []}',
  '/torn/demo/index.json': JSON.stringify(index),
};

let server: Server;
let base = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    const body = pages[request.url ?? ''];
    response.writeHead(body === undefined ? 404 : 200).end(body ?? 'Not found');
  });
  base = `http://127.0.0.1:${await portOf(server, '127.0.0.1')}`;
});
afterAll(() => server.close());

const fetchDemo = (place: string) => fetchListed('demo', `${base}${place}`);

it('gives the files as a user would pick them, with what is known of each', async () => {
  const demo = await fetchDemo('/good/index.html');
  expect(demo).toMatchObject({ reference: ['bm25'], folders: [], model: null });
  expect(demo.files.map(({ file, note }) => [file.name, note])).toEqual([
    ['bm25.jsonl', 'Mined with BM25.'],
    ['random.jsonl', 'Drawn at random.'],
  ]);
  expect(await demo.files[1]?.file.text()).toBe('random lines');
});

it('says which address could not be read', async () => {
  await expect(fetchDemo('/none/')).rejects.toThrow(ListUnavailableError);
  await expect(fetchDemo('/none/')).rejects.toThrow(/\/none\/demo\/index\.json .* 404/);
  await expect(fetchDemo('/torn/')).rejects.toThrow(/\/torn\/demo\/bm25\.jsonl .* 404/);
  await expect(fetchDemo('/odd/')).rejects.toThrow(/not a list of files.*"demo" was served/);
  await expect(fetchListed('given', `${base}/none/`)).rejects.toThrow(/"negscope" still runs/);
});
