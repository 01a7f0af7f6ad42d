/** Verdicts on the demo, by `negscope rank` in this process: each stands in demo.json, read by a person. */

import { beforeAll, expect, it } from 'vitest';

import { MINI_FOLDER, rankHere, stubPage, type Ended } from './command';
import { madeFile } from './made-files';
import { faultsOf, goldenRow, rankSituation, situationsOf } from './table';

const DEMO_SITUATIONS = situationsOf('demo.json');

beforeAll(stubPage);

const ended = new Map<string, Ended>();

it.each(DEMO_SITUATIONS.map((situation) => [situation.name, situation] as const))(
  '%s',
  async (name, situation) => {
    const result = await rankSituation(situation, MINI_FOLDER);
    ended.set(name, result);
    expect(faultsOf(result)).toEqual([]);
  },
);

it('gives the verdicts of demo.json', async () => {
  const rows = DEMO_SITUATIONS.flatMap((situation) => {
    const result = ended.get(situation.name);
    return result ? [goldenRow(situation, result)] : [];
  });
  await expect(`${JSON.stringify(rows, null, 2)}\n`).toMatchFileSnapshot('demo.json');
});

it('says that embeddings which some files alone give are left aside', async () => {
  const [first] = DEMO_SITUATIONS[0]?.files ?? [];
  if (first === undefined) throw new Error('The demo has no file.');
  const given = { query_embedding: [1, 0], positive_embedding: [0, 1], negative_embeddings: [[0, 1]] };
  const record = { query: 'q', positive: 'p', negatives: ['n'], ...given };
  const own = new File([JSON.stringify(record)], 'own.jsonl');
  const ask = async (files: readonly File[]) =>
    (await rankHere({ files, options: '', model: MINI_FOLDER })).notes.join();
  expect(await ask([madeFile(first), own])).toContain('those given are left aside');
  expect(await ask([madeFile(first)])).not.toContain('left aside');
});
