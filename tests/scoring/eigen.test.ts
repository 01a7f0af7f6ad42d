import { describe, expect, it } from 'vitest';

import { largestEigenvalue } from '../support/eigen';
import { seededRandom } from '../../src/scoring/random';
import { expectRelative } from '../support/near';

function diagonal(...values: number[]): Float64Array {
  const d = values.length;
  const matrix = new Float64Array(d * d);
  values.forEach((value, i) => (matrix[i * d + i] = value));
  return matrix;
}

/** B Bᵀ of a seeded d×k matrix B with entries of [−0.5, 0.5). */
function randomSemidefinite(d: number, k: number, seed: number): Float64Array {
  const random = seededRandom(seed);
  const b = Float64Array.from({ length: d * k }, () => random() - 0.5);
  return Float64Array.from({ length: d * d }, (_, cell) => {
    const i = Math.floor(cell / d) * k;
    const j = (cell % d) * k;
    let sum = 0;
    for (let t = 0; t < k; t++) sum += (b[i + t] as number) * (b[j + t] as number);
    return sum;
  });
}

describe('largestEigenvalue', () => {
  it('of a diagonal matrix is its largest entry', () => {
    expectRelative(largestEigenvalue(diagonal(0.1, 0.7, 0.3), 3), 0.7, 1e-12);
    expectRelative(largestEigenvalue(diagonal(5), 1), 5, 1e-12);
  });

  it('of 2×2 matrices by hand', () => {
    expectRelative(largestEigenvalue(Float64Array.of(2, 1, 1, 2), 2), 3, 1e-12);
    // (0.6 + √(0.4² + 4·0.2²))/2.
    expectRelative(largestEigenvalue(Float64Array.of(0.5, 0.2, 0.2, 0.1), 2), 0.582842712474619, 1e-12);
  });

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

  it('gives the same digits for the same matrix', () => {
    const matrix = randomSemidefinite(60, 20, 5);
    expect(largestEigenvalue(matrix.slice(), 60)).toBe(largestEigenvalue(matrix, 60));
  });
});
