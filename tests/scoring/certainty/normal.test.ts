import { expect, it } from 'vitest';

import { normalHalfWidth, normalQuantile, studentQuantile } from '../../../src/scoring/certainty/normal';

it.each([
  [0.5, 0],
  [0.95, 1.644853627],
  [0.975, 1.9599639845],
  [0.9991, 3.1213891493],
])('a normal number lies below its quantile: %d', (p, z) => {
  expect(Math.abs(normalQuantile(p) - z)).toBeLessThan(1e-8);
});

it.each([
  [0.975, 1, 12.7062047],
  [0.975, 2, 4.3026527],
  [0.975, 3, 3.1824463],
  [0.975, 9, 2.2621572],
  [0.995, 20, 2.8453397],
  [0.975, 1000, 1.9623391],
])('Student’s t lies below its quantile: %d, %d degrees of freedom', (p, freedom, t) => {
  expect(studentQuantile(p, freedom)).toBeCloseTo(t, 4);
});

it('an interval of a mean is 1.96 standard errors to each side', () => {
  expect(normalHalfWidth(2, 100, 0.95)).toBeCloseTo(0.392, 3);
});
