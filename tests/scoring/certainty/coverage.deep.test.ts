/** How often intervals hold what they should, on drawn units of like and unlike size. */

import { expect, it } from 'vitest';

import { differenceEstimate, intervalOf, type Interval } from '../../../src/scoring/certainty/intervals';
import type { UnitSums } from '../../../src/scoring/certainty/units';
import { seededRandom } from '../../../src/scoring/random';

const DRAWS = 2000;
const MEAN = 0.3;

type Random = () => number;

const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Pairs of a unit, and how many units make 30 effective ones or more in most draws. */
const SIZES: Readonly<Record<string, readonly [units: number, (random: Random) => number]>> = {
  'one pair each': [30, () => 1],
  geometric: [80, (random) => 1 + Math.floor(Math.log(1 - random()) / Math.log(0.9))],
  'log-normal': [120, (random) => Math.ceil(5 * Math.exp(normal(random)))],
};

/** Pairs of a unit have much in common; the share of the unit in both sources is paired by it. */
function drawn(units: number, sizeOf: (random: Random) => number, random: Random): [UnitSums, UnitSums] {
  const pairs = Float64Array.from({ length: units }, () => sizeOf(random));
  const effects = pairs.map(() => 0.1 * normal(random));
  const source = (mean: number): UnitSums => ({
    pairs,
    sums: pairs.map((k, unit) => k * (mean + (effects[unit] ?? 0) + 0.05 * normal(random))),
  });
  return [source(MEAN), source(MEAN - 0.05)];
}

it.each(Object.entries(SIZES))(
  '%s: 95 % intervals hold in 93 % of the draws or more',
  (_, [units, sizeOf]) => {
    const random = seededRandom(7);
    const held = { score: 0, difference: 0, draws: 0 };
    const holds = (interval: Interval | null, truth: number) =>
      Number(interval !== null && interval.low <= truth && truth <= interval.high);
    for (let draw = 0; draw < DRAWS; draw++) {
      const [one, other] = drawn(units, sizeOf, random);
      const nothing: UnitSums = { pairs: one.pairs, sums: one.sums.map(() => 0) };
      const score = intervalOf(differenceEstimate(one, nothing), 0.05);
      if (score === null) continue;
      held.draws += 1;
      held.score += holds(score, MEAN);
      held.difference += holds(intervalOf(differenceEstimate(one, other), 0.05), 0.05);
    }
    expect(held.draws).toBeGreaterThan(DRAWS / 2);
    expect(held.score / held.draws).toBeGreaterThanOrEqual(0.93);
    expect(held.difference / held.draws).toBeGreaterThanOrEqual(0.93);
  },
);
