/**
 * Means over the pairs of a source, one named function each (paper, Section "Method"). `gatedSource` computes
 * them and more. N is the number of pairs, with those of zero residual.
 */

import type { PairColumns } from './pairs';

export function sumOf(column: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < column.length; i++) sum += column[i];
  return sum;
}

/** (1/N) Σ x over a column: mean ρ, mean η, mean ψ. */
export function meanOf(column: Float64Array): number {
  return sumOf(column) / column.length;
}

/** What one pair adds to N·tr Î: tr(w r rᵀ) = w, or 0 where r = 0. @param distance ‖v⁺ − v⁻‖ */
export function traceTerm(weight: number, distance: number): number {
  return distance === 0 ? 0 : weight;
}

/** Mean ψ = (N − Σ C)/N (Eq. eci_lexical_residual). */
export function meanResiduality({ coverage }: Pick<PairColumns, 'coverage'>): number {
  return (coverage.length - sumOf(coverage)) / coverage.length;
}
