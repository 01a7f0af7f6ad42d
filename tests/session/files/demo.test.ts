import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DemoUnavailableError } from '../../../src/app/errors';
import { fetchDemo } from '../../../src/session/files/demo';

const index = {
  reference: ['bm25'],
  sources: [
    { file: 'bm25.jsonl', name: 'bm25', how: 'Mined with BM25.' },
    { file: 'random.jsonl', name: 'random', how: 'Drawn at random.' },
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

describe('fetchDemo', () => {
  it('gives the files as a user would pick them, with what is known of each', async () => {
    const demo = await fetchDemo(`${base}/good/index.html`);
    expect(demo.reference).toEqual(['bm25']);
    expect(demo.files.map((file) => file.name)).toEqual(['bm25.jsonl', 'random.jsonl']);
    expect(await demo.files[1]?.text()).toBe('random lines');
    expect(demo.notes.get('random.jsonl')).toBe('Drawn at random.');
  });

  it('says which address could not be read', async () => {
    await expect(fetchDemo(`${base}/none/`)).rejects.toThrow(DemoUnavailableError);
    await expect(fetchDemo(`${base}/none/`)).rejects.toThrow(/\/none\/demo\/index\.json .* 404/);
    await expect(fetchDemo(`${base}/torn/`)).rejects.toThrow(/\/torn\/demo\/bm25\.jsonl .* 404/);
    await expect(fetchDemo(`${base}/odd/`)).rejects.toThrow(/not an index of sources/);
  });
});
