import { expect, it } from 'vitest';

import { histogramBin } from '../../src/scoring/histogram';

it.each([
  [0, 0],
  [0.0416, 0],
  [0.0417, 1],
  [0.4999, 11],
  [0.5, 12],
  [0.9584, 23],
  [1 - Number.EPSILON, 23],
  [1, 23],
  [-0.2, 0],
  [3.6, 23],
  [Infinity, 23],
])('of 24 bins of equal width over [0, 1], ends to the nearest, %s is in bin %s', (value, bin) => {
  expect(histogramBin(value)).toBe(bin);
});
