/** Simulations of the order: what a thousand made runs of each kind say of the level. */

import { describe, expect, it } from 'vitest';

import { seededRandom } from '../../../src/scoring/random';
import { drawUnits, mirrored, TIES, UNIT_KINDS } from './made-units';
import { orderTrial, type TrialResult } from './order-trial';

function trials(count: number, trial: (random: () => number) => TrialResult): TrialResult[] {
  return Array.from({ length: count }, (_, seed) => trial(seededRandom(1000 + seed)));
}

const share = (results: readonly TrialResult[], of: (result: TrialResult) => boolean) =>
  results.filter(of).length / results.length;

describe('watched after every twentieth more units, 1,000 made runs of each kind', () => {
  for (const [name, unit] of Object.entries(UNIT_KINDS)) {
    it(`${name}: intervals hold at every look in 95 % of the runs or more`, () => {
      const results = trials(1000, (random) =>
        orderTrial([drawUnits(unit, 600, random), drawUnits(unit, 600, random)], random, {
          level: 0.95,
          growth: 1.05,
          watchAll: true,
        }),
      );
      expect(share(results, ({ missed }) => missed > 0)).toBeLessThanOrEqual(0.05);
    });
  }
});

describe('exact ties', () => {
  it.each([1.05, 1.1])(
    'are called certain no more often than the level allows, the next look at %s times the units',
    (growth) => {
      for (const kind of Object.values(TIES)) {
        const results = trials(200, (random) => {
          const one = drawUnits(kind, 1500, random);
          return orderTrial([one, mirrored(one)], random, { level: 0.95, growth });
        });
        expect(share(results, ({ settled }) => settled > 0)).toBeLessThanOrEqual(0.05);
      }
    },
  );

  it('of one source with itself stay open to the end', () => {
    const random = seededRandom(5);
    const one = drawUnits(UNIT_KINDS.even, 300, random);
    expect(orderTrial([one, one], random, { level: 0.95, growth: 1 })).toMatchObject({
      settled: 0,
      units: 300,
    });
  });
});

describe('populations with a known gap', () => {
  it('of a tenth of a deviation are ordered rightly, the wider the sooner', () => {
    const apart = (by: number) =>
      trials(60, (random) => {
        const one = drawUnits(UNIT_KINDS.even, 8000, random);
        const other = drawUnits(UNIT_KINDS.even, 8000, random);
        return orderTrial([{ ...one, sums: one.sums.map((sum) => sum + by) }, other], random, {
          level: 0.95,
          growth: 1.05,
        });
      });
    const near = apart(0.15);
    const far = apart(0.5);
    expect(share(near, ({ wrongOrders }) => wrongOrders > 0)).toBe(0);
    expect(share(far, ({ wrongOrders }) => wrongOrders > 0)).toBe(0);
    const median = (results: TrialResult[]) =>
      results.map(({ units }) => units).sort((a, b) => a - b)[30] as number;
    expect(median(far)).toBeLessThan(median(near));
    expect(median(far)).toBeLessThan(400);
  });
});

describe('a small steady lead that rare units turn round', () => {
  it('is not called before such units were drawn, or could not turn it', () => {
    // The first leads by 0.005 at a noise of 0.004; one unit in a hundred of the second is 1 higher.
    const results = trials(300, (random) => {
      const noise = () => 0.004 * (random() + random() + random() - 1.5) * 2;
      const drawn = (of: () => number) => ({
        sums: Float64Array.from({ length: 2500 }, () => of()),
        pairs: new Float64Array(2500).fill(1),
      });
      const first = drawn(() => 0.105 + noise());
      const second = drawn(() => 0.1 + noise() + Number(random() < 0.01) * 0.9);
      return orderTrial([first, second], random, { level: 0.95, growth: 1.1 });
    });
    expect(share(results, ({ wrongOrders }) => wrongOrders > 0)).toBeLessThanOrEqual(0.05);
  });
});
