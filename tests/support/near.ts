/** Comparison of numbers. */

import { expect } from 'vitest';

/** Fails unless |actual − expected| ≤ tolerance·|expected|; an expected 0 asks for exactly 0. */
export function expectRelative(actual: number, expected: number, tolerance = 1e-14): void {
  const gap = Math.abs(actual - expected);
  expect(gap, `${actual} against ${expected}`).toBeLessThanOrEqual(tolerance * Math.abs(expected));
}
