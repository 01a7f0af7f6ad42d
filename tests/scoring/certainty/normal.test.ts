import { expect, it } from 'vitest';

import { normalQuantile, studentQuantile } from '../../../src/scoring/certainty/normal';

it.each([
  [0.5, 0],
  [0.95, 1.644853627],
  [0.975, 1.9599639845],
  [0.9991, 3.1213891493],
])('a normal number lies below its quantile: %d', (p, z) => {
  expect(Math.abs(normalQuantile(p) - z)).toBeLessThan(1e-8);
});

// scipy.stats.t.ppf, SciPy 1.x.
it.each([
  [0.975, 29, 2.045229642132703],
  [0.975, 29.5, 2.043724966772122],
  [0.975, 96.25, 1.9849185151495243],
  [0.9975, 33.75, 3.003488820550401],
  [0.99979, 45.6, 3.805246255032241],
  [1 - 0.05 / 36, 39, 3.193781935782413],
])('Student’s t of fractional degrees of freedom: %d, %d', (p, freedom, t) => {
  expect(Math.abs(studentQuantile(p, freedom) / t - 1)).toBeLessThan(2e-5);
});
