import { describe, expect, it } from 'vitest';

import { largestEigenvalue } from '../support/eigen';
import { expectRelative } from '../support/near';

function diagonal(...values: number[]): Float64Array {
  const d = values.length;
  const matrix = new Float64Array(d * d);
  values.forEach((value, i) => (matrix[i * d + i] = value));
  return matrix;
}

describe('largestEigenvalue', () => {
  it('of a rank-one matrix w r rᵀ with unit r is w', () => {
    const r = [0.6, 0, 0, 0.8, 0, 0];
    const matrix = Float64Array.from(r.flatMap((a) => r.map((b) => 0.7 * a * b)));
    expectRelative(largestEigenvalue(matrix, 6), 0.7, 1e-12);
    expectRelative(
      largestEigenvalue(
        matrix.map((x) => x * 1e-18),
        6,
      ),
      0.7e-18,
      1e-12,
    );
  });

  it('may be degenerate', () => {
    expectRelative(largestEigenvalue(diagonal(2, 2, 1, 0), 4), 2, 1e-12);
    // 2I − vvᵀ with v = (1, 1, 1)/√3: eigenvalues 2, 2, 1.
    const third = 1 / 3;
    const matrix = Float64Array.from({ length: 9 }, (_, k) => (k % 4 === 0 ? 2 - third : -third));
    expectRelative(largestEigenvalue(matrix, 3), 2, 1e-12);
    expectRelative(largestEigenvalue(diagonal(...new Array<number>(100).fill(0.3)), 100), 0.3, 1e-12);
  });

  it('of the zero matrix is 0', () => {
    expect(largestEigenvalue(new Float64Array(1), 1)).toBe(0);
    expect(largestEigenvalue(new Float64Array(25), 5)).toBe(0);
  });
});
