import { beforeEach, expect, it, vi } from 'vitest';

import { ListUnavailableError } from '../../../src/app/errors';
import { fetchListed } from '../../../src/session/files/listed';

const PAGES: Readonly<Record<string, string>> = {
  '/good/demo/index.json':
    '{"reference": ["bm25"], "files": [{"path": "bm25.jsonl", "address": "a", "note": "Mined with BM25."}]}',
  '/good/demo/a': 'bm25 lines',
  '/odd/demo/index.json': '{"sources": []}',
  '/torn/demo/index.json': '{"reference": [], "files": [{"path": "bm25.jsonl", "address": "bm25.jsonl"}]}',
};

const fetchDemo = (place: string) => fetchListed('demo', `http://localhost${place}`);

beforeEach(() => {
  vi.stubGlobal('fetch', (address: string | URL) => {
    const body = PAGES[new URL(address).pathname];
    return Promise.resolve(new Response(body ?? 'Not found', { status: body === undefined ? 404 : 200 }));
  });
});

it('gives each file its name, its bytes and what is known of it', async () => {
  const { files, reference } = await fetchDemo('/good/');
  expect(files.map(({ file, note }) => [file.name, note])).toEqual([['bm25.jsonl', 'Mined with BM25.']]);
  expect([await files[0]?.file.text(), reference]).toEqual(['bm25 lines', ['bm25']]);
});

it('says which address of the demo, or of given files, could not be read', async () => {
  await expect(fetchDemo('/none/')).rejects.toThrow(ListUnavailableError);
  await expect(fetchDemo('/none/')).rejects.toThrow(/\/none\/demo\/index\.json .* 404/);
  await expect(fetchDemo('/torn/')).rejects.toThrow(/\/torn\/demo\/bm25\.jsonl .* 404/);
  await expect(fetchDemo('/odd/')).rejects.toThrow(/not a list of files.*"demo" was served/);
  await expect(fetchListed('given', 'http://localhost/none/')).rejects.toThrow(/"negscope" still runs/);
});
