/** How often intervals hold what they should, on drawn units of like and unlike size. */

import { expect, it } from 'vitest';

import { coverageOf, madePopulations } from './simulation/coverage';

const SIZES = ['like size', 'geometric size', 'log-normal size'];

it.each(madePopulations().filter(({ name }) => SIZES.includes(name)))(
  '$name: 95 % intervals hold in 93 % of the draws or more',
  (population) => {
    const { score, difference } = coverageOf(population, 120, 2000) ?? { score: 0, difference: 0 };
    expect(score).toBeGreaterThanOrEqual(0.93);
    expect(difference).toBeGreaterThanOrEqual(0.93);
  },
);
