/**
 * The Gram matrix of a source's residuals, which replaces Î where there are fewer pairs than dimensions: with A = W^½
 * R/√N (N×d), Î = AᵀA and by Sylvester's identity det(I + AᵀA) = det(I + AAᵀ). AAᵀ is N×N and has the nonzero
 * eigenvalues of Î, so its log-det (paper, Eq. eci_final) and λ_max are the same.
 */

import { accumulateInSlices, squareMatrix } from './information';
import type { Sliced } from './sliced';

/** Components that are summed together. */
const BLOCK = 256;

/**
 * R Rᵀ, in slices: N×N, upper triangle.
 * @param components Rᵀ, d×N, row-major
 * @param pairs N
 * @throws OutOfMemoryError
 */
export function* pairGramInSlices(
  components: Float64Array,
  pairs: number,
  dimension: number,
): Sliced<Float64Array> {
  const gram = squareMatrix(pairs);
  const ones = new Float64Array(BLOCK).fill(1);
  for (let start = 0; start < dimension; start += BLOCK) {
    const count = Math.min(BLOCK, dimension - start);
    const block = components.subarray(start * pairs, (start + count) * pairs);
    for (const share of accumulateInSlices(gram, block, ones, count, pairs)) {
      yield (start + share * count) / dimension;
    }
  }
  return gram;
}

/**
 * A Aᵀ: entry (k, l) is √(w_k w_l) r_k·r_l / N. Full and symmetric, N×N.
 * @param gram R Rᵀ, upper triangle
 * @param weights w of each pair, ≥ 0
 * @param divisor N; less than the matrix has rows where not all pairs were added
 * @throws OutOfMemoryError
 */
export function weightedGram(gram: Float64Array, weights: Float64Array, divisor: number): Float64Array {
  const side = weights.length;
  const roots = weights.map(Math.sqrt);
  const full = squareMatrix(side);
  for (let k = 0; k < side; k++) {
    for (let l = k; l < side; l++) {
      const value = (roots[k] * roots[l] * gram[k * side + l]) / divisor;
      full[k * side + l] = value;
      full[l * side + k] = value;
    }
  }
  return full;
}
