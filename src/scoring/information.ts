/**
 * The semantic residual information matrix Î (paper, Eq. eci_pairwise_residual and
 * eci_information_matrix), accumulated in float64: where wasm is refused, and the oracle of wasm and WGSL.
 */

import type { Vector } from './gates';
import { allocated } from './memory';

/**
 * Residual r = (v⁺ − v⁻)/‖v⁺ − v⁻‖, or the zero vector where the distance is 0.
 * @param distance ‖v⁺ − v⁻‖ of the same two rows
 * @param out receives r, length d, from `offset` on
 */
export function residual(
  positive: Vector,
  negative: Vector,
  distance: number,
  out: Vector,
  offset = 0,
): void {
  const scale = distance === 0 ? 0 : 1 / distance;
  for (let i = 0; i < positive.length; i++) out[offset + i] = (positive[i] - negative[i]) * scale;
}

/** Most pairs in one block of residuals: their columns fit the nearest cache. */
export const BLOCK_PAIRS = 256;

/** d×d zeros. @throws OutOfMemoryError */
export function squareMatrix(dimension: number): Float64Array<ArrayBuffer> {
  const d = dimension.toLocaleString('en');
  const length = dimension ** 2;
  return allocated(`A matrix of ${d} × ${d} numbers`, 8 * length, () => new Float64Array(length));
}

/** Rows of a symmetric d×d matrix, upper triangle filled, summed over pairs and not yet divided by N. */
export type UpperTriangle = Float64Array;

/**
 * Σ w r rᵀ += over a block of pairs, upper triangle only. Each entry is summed over the whole block before it is added, in
 * the order of the pairs: the digits of simd/information.ts.
 * @param sum d×d, row-major
 * @param residuals count×d, row-major
 * @param weights one a pair
 */
export function accumulateInformation(
  sum: UpperTriangle,
  residuals: Vector,
  weights: Vector,
  count: number,
  dimension: number,
): void {
  const d = dimension;
  const row = new Float64Array(d);
  for (let i = 0; i < d; i++) {
    row.fill(0);
    for (let k = 0; k < count; k++) {
      const left = weights[k] * residuals[k * d + i];
      for (let j = i; j < d; j++) row[j] += left * residuals[k * d + j];
    }
    for (let j = i; j < d; j++) sum[i * d + j] += row[j];
  }
}

/** Î = sum/N as a full symmetric matrix. @param pairs N: all pairs of the source, with those of zero residual */
export function informationMatrix(sum: UpperTriangle, pairs: number, dimension: number): Float64Array {
  const full = squareMatrix(dimension);
  for (let i = 0; i < dimension; i++) {
    for (let j = i; j < dimension; j++) {
      const value = sum[i * dimension + j] / pairs;
      full[i * dimension + j] = value;
      full[j * dimension + i] = value;
    }
  }
  return full;
}

/** tr Î of a matrix: the sum of its diagonal (paper, Section "Linear Regime"). */
export function traceOf(matrix: Float64Array, dimension: number): number {
  let trace = 0;
  for (let i = 0; i < dimension; i++) trace += matrix[i * dimension + i];
  return trace;
}
