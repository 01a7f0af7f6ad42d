/**
 * Records that share queries (2,889 of 97): what a stopped run says, the full run says too. `early-order.deep.test.ts` tries
 * 8 seeds in Node; the page tries one, or as many as NEGSCOPE_PERPOS says.
 */

import type { Report } from '../../../src/report/types';
import { expect, sharedData, test } from '../helpers';

const SEEDS = Array.from({ length: Number(process.env.NEGSCOPE_PERPOS ?? 1) }, (_, i) => i + 1);

/** The pairs of sources that a report calls apart, the better one first. */
function separated({ certainty }: Report): string[] {
  return certainty.pairs.filter(({ status }) => status === 'separated').map(({ a, b }) => `${a} above ${b}`);
}

/** `1–2` as [1, 2]. */
function range(rank: string | null | undefined): [number, number] {
  const ends = (rank ?? '').split('–').map(Number);
  return [ends[0] ?? NaN, ends.at(-1) ?? NaN];
}

test('a run that stops when its order is certain says nothing that the full run does not say', async ({
  rankPage,
}) => {
  test.setTimeout(60_000 + SEEDS.length * 45_000);
  const names = ['bm25', 'tasb', 'repllama'];
  await rankPage.loadFiles(names.map((name) => sharedData(`data/dl1920/perpos/${name}.jsonl`)));
  await rankPage.chooseModel(sharedData('models/potion-base-2M'));
  const ranked = async (seed: number, records: 'all' | 'certain') => {
    await rankPage.setOptions({ seed, records });
    await rankPage.rank();
    return (await rankPage.exportReport()).report;
  };
  for (const seed of SEEDS) {
    const early = await ranked(seed, 'certain');
    const full = await ranked(seed, 'all');
    expect(early.certainty.queries_total, `seed ${seed}`).toBe(97);
    expect(full.certainty).toMatchObject({ queries_used: 97, queries_total: 97 });
    for (const order of separated(early)) expect(separated(full), `seed ${seed}`).toContain(order);
    for (const name of names) {
      const [best, worst] = range(early.verdict.sources[name]?.rank);
      const [fullBest, fullWorst] = range(full.verdict.sources[name]?.rank);
      expect(fullBest, `${name}, seed ${seed}`).toBeGreaterThanOrEqual(best);
      expect(fullWorst, `${name}, seed ${seed}`).toBeLessThanOrEqual(worst);
    }
  }
});
