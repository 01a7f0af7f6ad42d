import { expect, it } from 'vitest';

import { Log1pSum } from '../../src/scoring/log1p-sum';

it.each<[values: number[], sum: number, bound: number]>([
  [[], 0, Number.MIN_VALUE],
  [[1], Math.LN2, 5e-16],
  // Past where a product overflows.
  [new Array<number>(5000).fill(1), 5000 * Math.LN2, 1e-9],
  // Terms that 1 + e would lose; log(1 + 1e-9) = 1e-9 − 5e-19.
  [[1e-20, 2e-20], 3e-20, 1e-35],
  [[1e-9], 1e-9, 5e-18],
  [[0.5, 0.25, 1e-12], Math.log(1.875) + 1e-12, 5e-15],
])('Σ log(1 + e), case %#', (values, expected, bound) => {
  const sum = new Log1pSum();
  for (const value of values) sum.add(value);
  expect(Math.abs(sum.value - expected)).toBeLessThan(bound);
});
