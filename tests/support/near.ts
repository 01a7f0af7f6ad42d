/** Comparison of numbers. */

import { expect } from 'vitest';

import type { MatrixFigures } from '../../src/engine/result';

/** Fails unless |actual − expected| ≤ tolerance·|expected|; an expected 0 asks for exactly 0. */
export function expectRelative(actual: number, expected: number, tolerance = 1e-14): void {
  const gap = Math.abs(actual - expected);
  expect(gap, `${actual} against ${expected}`).toBeLessThanOrEqual(tolerance * Math.abs(expected));
}

export const MATRIX_FIGURES = ['eci', 'trace', 'lambda_max'] as const;

/** Score, trace and λ_max each as {@link expectRelative} has it. */
export function expectSameFigures(found: MatrixFigures, expected: MatrixFigures, tolerance: number): void {
  for (const figure of MATRIX_FIGURES) expectRelative(found[figure], expected[figure], tolerance);
}
