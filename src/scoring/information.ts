/**
 * The semantic residual information matrix Î (paper, Eq. eci_pairwise_residual and
 * eci_information_matrix), accumulated in float64: the oracle of the WGSL kernel and the wasm path.
 */

import type { Vector } from './gates';

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
  for (let i = 0; i < positive.length; i++) {
    out[offset + i] = (positive[i] - negative[i]) * scale;
  }
}

/** Rows of a symmetric d×d matrix, upper triangle filled, summed over pairs and not yet divided by N. */
export type UpperTriangle = Float64Array;

/** Rows and columns of Î that are summed together: their sixteen sums stay in registers. */
const SIDE = 4;

/**
 * Σ w r rᵀ += over a block of pairs, upper triangle only, in squares of 4×4 entries beside the diagonal. Each
 * entry is summed over the whole block before it is added, in the order of the pairs, so the same block gives
 * the same digits.
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
  const weighted = weightedResiduals(residuals, weights, count, dimension);
  const whole = dimension - (dimension % SIDE);
  for (let i = 0; i < whole; i += SIDE) {
    for (let j = i + SIDE; j < whole; j += SIDE) {
      addSquare(sum, weighted, residuals, count, dimension, i, j);
    }
  }
  for (let i = 0; i < dimension; i++) {
    const besideDiagonal = i < whole ? i - (i % SIDE) + SIDE : i;
    for (let j = i; j < besideDiagonal; j++) addEntry(sum, weighted, residuals, count, dimension, i, j);
    for (let j = Math.max(i, whole); j < dimension; j++) {
      addEntry(sum, weighted, residuals, count, dimension, i, j);
    }
  }
}

/** w r of each pair, count×d. */
function weightedResiduals(r: Vector, weights: Vector, count: number, d: number): Float64Array {
  const out = new Float64Array(count * d);
  for (let k = 0; k < count; k++) {
    const w = weights[k];
    for (let i = k * d; i < (k + 1) * d; i++) out[i] = w * r[i];
  }
  return out;
}

/** Entry (i, j). */
function addEntry(
  sum: UpperTriangle,
  weighted: Float64Array,
  r: Vector,
  count: number,
  d: number,
  i: number,
  j: number,
): void {
  let total = 0;
  for (let k = 0; k < count; k++) total += weighted[k * d + i] * r[k * d + j];
  sum[i * d + j] += total;
}

/** Entries (i … i+3, j … j+3). */
function addSquare(
  sum: UpperTriangle,
  weighted: Float64Array,
  r: Vector,
  count: number,
  d: number,
  i: number,
  j: number,
): void {
  let s00 = 0,
    s01 = 0,
    s02 = 0,
    s03 = 0;
  let s10 = 0,
    s11 = 0,
    s12 = 0,
    s13 = 0;
  let s20 = 0,
    s21 = 0,
    s22 = 0,
    s23 = 0;
  let s30 = 0,
    s31 = 0,
    s32 = 0,
    s33 = 0;
  for (let k = 0; k < count; k++) {
    const a = k * d + i;
    const b = k * d + j;
    const b0 = r[b];
    const b1 = r[b + 1];
    const b2 = r[b + 2];
    const b3 = r[b + 3];
    const a0 = weighted[a];
    s00 += a0 * b0;
    s01 += a0 * b1;
    s02 += a0 * b2;
    s03 += a0 * b3;
    const a1 = weighted[a + 1];
    s10 += a1 * b0;
    s11 += a1 * b1;
    s12 += a1 * b2;
    s13 += a1 * b3;
    const a2 = weighted[a + 2];
    s20 += a2 * b0;
    s21 += a2 * b1;
    s22 += a2 * b2;
    s23 += a2 * b3;
    const a3 = weighted[a + 3];
    s30 += a3 * b0;
    s31 += a3 * b1;
    s32 += a3 * b2;
    s33 += a3 * b3;
  }
  addRow(sum, i * d + j, s00, s01, s02, s03);
  addRow(sum, (i + 1) * d + j, s10, s11, s12, s13);
  addRow(sum, (i + 2) * d + j, s20, s21, s22, s23);
  addRow(sum, (i + 3) * d + j, s30, s31, s32, s33);
}

function addRow(sum: UpperTriangle, at: number, a: number, b: number, c: number, d: number): void {
  sum[at] += a;
  sum[at + 1] += b;
  sum[at + 2] += c;
  sum[at + 3] += d;
}

/**
 * Î = sum/N as a full symmetric matrix.
 * @param pairs N: all pairs of the source, zero residuals included
 */
export function informationMatrix(sum: UpperTriangle, pairs: number, dimension: number): Float64Array {
  const full = new Float64Array(dimension * dimension);
  for (let i = 0; i < dimension; i++) {
    for (let j = i; j < dimension; j++) {
      const value = sum[i * dimension + j] / pairs;
      full[i * dimension + j] = value;
      full[j * dimension + i] = value;
    }
  }
  return full;
}
