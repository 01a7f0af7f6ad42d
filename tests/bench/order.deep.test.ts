/** The simulations of the order: their shortcuts against the code of the page, and a short run on real files. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

import { empiricalBernstein, finiteClock } from '../../bench/order/alternatives';
import { bothIntervals, openRealFile, realRuns } from '../../bench/order/main';
import { DifferenceMoments } from '../../bench/order/moments';
import { drawUnits, mirrored, UNIT_KINDS } from '../../bench/order/populations';
import { keyedHybrid } from '../../bench/order/real-file';
import { meanHalfWidth } from '../../src/scoring/certainty/confidence-sequence';
import { estimateDifference, ratio } from '../../src/scoring/certainty/units';
import { seededRandom } from '../../src/scoring/random';
import { POTION, potionIsHere } from '../support/folders';

describe('made populations', () => {
  it('mirrored have exactly the same ratio', () => {
    const one = drawUnits(UNIT_KINDS['unequal K'], 200, seededRandom(1));
    expect(ratio(mirrored(one), 200)).toBeCloseTo(ratio(one, 200), 14);
    expect(mirrored(one).sums[0]).toBe(one.sums[199]);
  });

  it.each(Object.entries(UNIT_KINDS))('of kind %s: sums kept up by unit give the estimate', (_, kind) => {
    const random = seededRandom(2);
    const [a, b] = [drawUnits(kind, 300, random), drawUnits(kind, 300, random)];
    const moments = new DifferenceMoments();
    for (let i = 0; i < 300; i++) {
      moments.add(a.sums[i] ?? 0, a.pairs[i] ?? 0, b.sums[i] ?? 0, b.pairs[i] ?? 0);
      if (i < 150) continue;
      const { value, deviation } = estimateDifference(a, b, i + 1);
      expect(moments.value).toBeCloseTo(value, 12);
      expect(moments.deviation).toBeCloseTo(deviation, 10);
    }
  });
});

describe('other sequences', () => {
  const random = seededRandom(3);
  const values = Float64Array.from({ length: 400 }, () => random() - 0.3);

  it('in use: are those of the page', () => {
    const { centre, half } = finiteClock(values, 0.05);
    const first = values.subarray(0, 120);
    const mean = first.reduce((sum, x) => sum + x, 0) / 120;
    const deviation = Math.sqrt(first.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 119);
    expect(centre[119]).toBeCloseTo(mean, 12);
    expect(half[119]).toBeCloseTo(meanHalfWidth(120, 400, deviation, 0.05), 10);
  });

  it('empirical Bernstein: holds the mean, ever narrower, and follows the values', () => {
    const { centre, half } = empiricalBernstein(values, 0.05);
    const mean = values.reduce((sum, x) => sum + x, 0) / 400;
    centre.forEach((c, i) => expect(Math.abs(c - mean)).toBeLessThanOrEqual(half[i] ?? 0));
    expect(half[300]).toBeLessThan((half[50] ?? 0) / 2);
    // All units known but one: what is left of the sum is spread over all.
    expect(Math.abs((centre[399] ?? 0) - mean)).toBeLessThan(0.02);
  });
});

describe('hybrids by key', () => {
  it('hold the negatives of both, each once, of records that both have', () => {
    const record = (key: string, ...negatives: string[]) => ({ key, query: 'q', positive: 'p', negatives });
    expect(
      keyedHybrid([record('1', 'a', 'b'), record('2', 'c')], [record('1', 'b', 'd')]).map(
        ({ key, negatives }) => [key, ...negatives],
      ),
    ).toEqual([['1', 'a', 'b', 'd']]);
  });
});

const DATA = resolve(import.meta.dirname, '../../../shared/data/dl1920/perpos');

describe.skipIf(!existsSync(DATA) || !potionIsHere)(
  'dl1920/perpos (../shared) drawn up to 25,000 records',
  () => {
    it('is ordered rightly from under 2 % of the records, by 20 seeds of the 200 of the bench', async () => {
      const paths = ['bm25', 'tasb', 'repllama'].map((name) => resolve(DATA, `${name}.jsonl`));
      const file = await openRealFile({ paths, hybrids: false }, POTION);
      const row = realRuns('perpos', file, 25_000, 20);
      expect(row).toMatchObject({ wrong: 0, open: 0, pairs: 3, runs: 20 });
      expect(row.records_share.most).toBeLessThan(0.02);
      expect(row.apart_share.most).toBeLessThan(0.02);
      expect(row.encodes_share.median).toBeLessThan(0.1);
      for (const { difference, sequence, bootstrap } of bothIntervals('perpos', file, 300)) {
        for (const [low, high] of [sequence ?? [], bootstrap]) {
          expect(low).toBeLessThan(difference);
          expect(high).toBeGreaterThan(difference);
        }
      }
    });
  },
);
