/** Verdicts on the demo, by `negscope rank` in this process: each stands in demo.json, read by a person. */

import { beforeAll, expect, it } from 'vitest';

import { MINI_FOLDER, rankHere, stubPage } from './command';
import { madeFile } from './made-files';
import { testSituations } from './table';

beforeAll(stubPage);

testSituations('demo.json', MINI_FOLDER);

it('says that embeddings which some files alone give are left aside', async () => {
  const first = 'bm25 = demo/bm25 | head 20';
  const given = { query_embedding: [1, 0], positive_embedding: [0, 1], negative_embeddings: [[0, 1]] };
  const record = { query: 'q', positive: 'p', negatives: ['n'], ...given };
  const own = new File([JSON.stringify(record)], 'own.jsonl');
  const ask = async (files: readonly File[]) =>
    (await rankHere({ files, options: '', model: MINI_FOLDER })).notes.join();
  expect(await ask([madeFile(first), own])).toContain('those given are left aside');
  expect(await ask([madeFile(first)])).not.toContain('left aside');
});
