/** The simulations of the order: their shortcuts against the code of the page, and a short run on real files. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

import { DifferenceMoments } from '../../bench/order/moments';
import { drawUnits, mirrored, UNIT_KINDS } from '../../bench/order/populations';
import { readTevatron, realFile } from '../../bench/order/real-file';
import { resampled, visitTrial, type Texts } from '../../bench/order/visit-trial';
import { estimateDifference, ratio } from '../../src/scoring/certainty/units';
import { seededRandom } from '../../src/scoring/random';
import { folderOnDisk, POTION, potionIsHere } from '../support/folders';

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

const DATA = resolve(import.meta.dirname, '../../../shared/data/dl1920/perpos');

describe.skipIf(!existsSync(DATA) || !potionIsHere)(
  'dl1920/perpos (../shared) drawn up to 25,000 records',
  () => {
    it('is ordered rightly from under 2 % of the records, by 20 seeds', async () => {
      const names = ['bm25', 'tasb', 'repllama'];
      const sources = new Map(names.map((name) => [name, readTevatron(resolve(DATA, `${name}.jsonl`))]));
      const file = await realFile(sources, folderOnDisk('potion-base-2M', POTION));
      const settings = names.map(() => 'all');
      const trials = Array.from({ length: 20 }, (_, seed) => {
        const random = seededRandom(1000 + seed);
        return visitTrial(file, resampled(file, 25_000, random), settings, 0.95);
      });
      expect(trials).toEqual(trials.map(() => expect.objectContaining({ certain: true, wrong: 0 })));
      const shares = (of: (trial: (typeof trials)[number]) => Texts) =>
        trials.map((trial) => of(trial).used / of(trial).total).sort((a, b) => a - b);
      expect(shares(({ records }) => records).at(-1)).toBeLessThan(0.02);
      expect(shares(({ apart }) => apart).at(-1)).toBeLessThan(0.02);
      expect(shares(({ shared }) => shared)[10]).toBeLessThan(0.1);
    });
  },
);
