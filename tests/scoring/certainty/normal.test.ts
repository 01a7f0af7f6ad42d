import { expect, it } from 'vitest';

import { normalHalfWidth, normalQuantile } from '../../../src/scoring/certainty/normal';

it.each([
  [0.5, 0],
  [0.95, 1.644854],
  [0.975, 1.959964],
  [0.9991, 3.121389],
])('a normal number lies below its quantile: %d', (p, z) => {
  expect(Math.abs(normalQuantile(p) - z)).toBeLessThan(4.5e-4);
});

it('an interval of a mean is 1.96 standard errors to each side', () => {
  expect(normalHalfWidth(2, 100, 0.95)).toBeCloseTo(0.392, 3);
});
