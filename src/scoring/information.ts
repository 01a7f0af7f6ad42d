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
    out[offset + i] = ((positive[i] as number) - (negative[i] as number)) * scale;
  }
}

/** Rows of a symmetric d×d matrix, upper triangle filled, summed over pairs and not yet divided by N. */
export type UpperTriangle = Float64Array;

/**
 * Σ w r rᵀ += over a block of pairs, upper triangle only. Four pairs a pass keep the row of the matrix in
 * cache; the order of additions is fixed, so the same block gives the same digits.
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
  for (let start = 0; start < count; start += 4) {
    const rows = Math.min(4, count - start);
    if (rows === 4) addFourPairs(sum, residuals, weights, start, dimension);
    else for (let k = start; k < start + rows; k++) addPair(sum, residuals, weights, k, dimension);
  }
}

function addFourPairs(sum: UpperTriangle, r: Vector, w: Vector, start: number, d: number): void {
  const a = start * d;
  const b = a + d;
  const c = b + d;
  const e = c + d;
  const wa = w[start] as number;
  const wb = w[start + 1] as number;
  const wc = w[start + 2] as number;
  const we = w[start + 3] as number;
  if (wa === 0 && wb === 0 && wc === 0 && we === 0) return;
  for (let i = 0; i < d; i++) {
    const ra = wa * (r[a + i] as number);
    const rb = wb * (r[b + i] as number);
    const rc = wc * (r[c + i] as number);
    const re = we * (r[e + i] as number);
    const row = i * d;
    for (let j = i; j < d; j++) {
      sum[row + j] =
        (sum[row + j] as number) +
        (ra * (r[a + j] as number) +
          rb * (r[b + j] as number) +
          (rc * (r[c + j] as number) + re * (r[e + j] as number)));
    }
  }
}

function addPair(sum: UpperTriangle, r: Vector, w: Vector, k: number, d: number): void {
  const weight = w[k] as number;
  if (weight === 0) return;
  const base = k * d;
  for (let i = 0; i < d; i++) {
    const ri = weight * (r[base + i] as number);
    const row = i * d;
    for (let j = i; j < d; j++) sum[row + j] = (sum[row + j] as number) + ri * (r[base + j] as number);
  }
}

/**
 * Î = sum/N as a full symmetric matrix.
 * @param pairs N: all pairs of the source, zero residuals included
 */
export function informationMatrix(sum: UpperTriangle, pairs: number, dimension: number): Float64Array {
  const full = new Float64Array(dimension * dimension);
  for (let i = 0; i < dimension; i++) {
    for (let j = i; j < dimension; j++) {
      const value = (sum[i * dimension + j] as number) / pairs;
      full[i * dimension + j] = value;
      full[j * dimension + i] = value;
    }
  }
  return full;
}
