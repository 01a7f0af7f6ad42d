/**
 * The semantic residual information matrix Î (paper, Eq. eci_pairwise_residual and
 * eci_information_matrix), accumulated in float64: the oracle of the WGSL kernel and the wasm path.
 */

import type { Vector } from './gates';
import { float64Array } from './memory';
import { atOnce, type Sliced } from './sliced';

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

/** d×d zeros. @throws OutOfMemoryError */
export function squareMatrix(dimension: number): Float64Array<ArrayBuffer> {
  const d = dimension.toLocaleString('en');
  return float64Array(dimension ** 2, `A matrix of ${d} × ${d} numbers`);
}

/** Rows of a symmetric d×d matrix, upper triangle filled, summed over pairs and not yet divided by N. */
export type UpperTriangle = Float64Array;

/** Rows and columns of Î that are summed together: their sixteen sums stay in registers. */
const SIDE = 4;

/** Products between two pauses: some milliseconds. */
const SLICE_PRODUCTS = 1e6;

/**
 * Σ w r rᵀ += over a block of pairs, upper triangle only, in squares of 4×4 entries. Each entry is summed over the whole
 * block before it is added, in the order of the pairs, so the same block gives the same digits.
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
  atOnce(accumulateInSlices(sum, residuals, weights, count, dimension));
}

/** {@link accumulateInformation} in slices. */
export function* accumulateInSlices(
  sum: UpperTriangle,
  residuals: Vector,
  weights: Vector,
  count: number,
  dimension: number,
): Sliced<void> {
  const d = dimension;
  const plain = inPanels(residuals, null, count, d);
  const weighted = inPanels(residuals, weights, count, d);
  let products = 0;
  for (let i = 0; i < d; i += SIDE) {
    for (let j = i; j < d; j += SIDE) addSquare(sum, weighted, plain, count, d, i, j);
    products += SIDE * count * (d - i);
    if (products < SLICE_PRODUCTS) continue;
    products = 0;
    yield 1 - ((d - i) / d) ** 2;
  }
}

/**
 * w r of each pair (r where `weights` is null) in panels of four columns, zeros past d: what a square reads is
 * contiguous, whatever d is.
 */
function inPanels(r: Vector, weights: Vector | null, count: number, d: number): Float64Array {
  const panels = new Float64Array(Math.ceil(d / SIDE) * SIDE * count);
  for (let k = 0; k < count; k++) {
    const w = weights === null ? 1 : weights[k];
    for (let i = 0; i < d; i++) {
      const side = i % SIDE;
      panels[(i - side) * count + k * SIDE + side] = w * r[k * d + i];
    }
  }
  return panels;
}

/** Entries (i … i+3, j … j+3), those of the upper triangle. */
function addSquare(
  sum: UpperTriangle,
  weighted: Float64Array,
  r: Float64Array,
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
  const end = (i + SIDE) * count;
  for (let a = i * count, b = j * count; a < end; a += SIDE, b += SIDE) {
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
  addRow(sum, d, i, j, s00, s01, s02, s03);
  addRow(sum, d, i + 1, j, s10, s11, s12, s13);
  addRow(sum, d, i + 2, j, s20, s21, s22, s23);
  addRow(sum, d, i + 3, j, s30, s31, s32, s33);
}

/** Adds four entries of a row, except those left of the diagonal and past d. */
function addRow(
  sum: UpperTriangle,
  d: number,
  row: number,
  column: number,
  a: number,
  b: number,
  c: number,
  e: number,
): void {
  const at = row * d + column;
  if (row <= column && column + SIDE <= d) {
    sum[at] += a;
    sum[at + 1] += b;
    sum[at + 2] += c;
    sum[at + 3] += e;
    return;
  }
  if (row >= d) return;
  [a, b, c, e].forEach((value, k) => {
    if (row <= column + k && column + k < d) sum[at + k] += value;
  });
}

/**
 * Î = sum/N as a full symmetric matrix.
 * @param pairs N: all pairs of the source, with those of zero residual
 */
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
