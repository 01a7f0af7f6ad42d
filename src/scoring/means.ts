/** Sums and means over the pairs of a source. */

export function sumOf(column: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < column.length; i++) sum += column[i];
  return sum;
}

/** (1/N) Σ x over a column: mean ρ, mean η, mean ψ. N is the number of pairs, with those of zero residual. */
export function meanOf(column: ArrayLike<number>): number {
  return sumOf(column) / column.length;
}

/** What each pair adds to N·tr Î: tr(w r rᵀ) = w, or 0 where r = 0. @param distances ‖v⁺ − v⁻‖ */
export function traceTerms(weights: Float64Array, distances: Float64Array): Float64Array {
  if (!distances.includes(0)) return weights;
  return weights.map((weight, pair) => (distances[pair] === 0 ? 0 : weight));
}

/** The smallest value that at least a share `p` of the sorted values does not exceed. */
export function quantile(sorted: Float64Array, p: number): number {
  const index = Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1));
  return sorted[index];
}

export function clampToUnit(value: number): number {
  return Math.min(1, Math.max(0, value));
}
