/**
 * Means over the pairs of a source, one named function each (paper, Section "Method"). `sourceStatistics` computes
 * them and more in one pass. N is the number of pairs, with those of zero residual.
 */

import { isInverted } from './edges';
import { emptyGates, gatesOfPair, type PairGates } from './pair-gates';
import type { PairColumns } from './pairs';
import { WEIGHTINGS, type WeightingId } from './weightings';

/** (1/N) Σ x over the pairs, for a value x of the pair's gates: mean ρ, mean η. */
export function meanOfPairs(
  columns: PairColumns,
  tau: number,
  of: (gates: Readonly<PairGates>) => number,
): number {
  const gates = emptyGates(tau);
  let sum = 0;
  for (let i = 0; i < columns.margin.length; i++) {
    gatesOfPair(columns, i, tau, gates);
    sum += of(gates);
  }
  return sum / columns.margin.length;
}

/** What one pair adds to N·tr Î: tr(w r rᵀ) = w, or 0 where r = 0. @param distance ‖v⁺ − v⁻‖ */
export function traceTerm(weight: number, distance: number): number {
  return distance === 0 ? 0 : weight;
}

/** tr Î = (1/N) Σ w over the pairs with r ≠ 0 (paper, Section "Linear Regime"; Eq. eci_information_matrix). */
export function informationTrace(columns: PairColumns, tau: number, weighting: WeightingId): number {
  const { weight } = WEIGHTINGS[weighting];
  return meanOfPairs(columns, tau, (gates) => traceTerm(weight(gates), gates.distance));
}

/** Mean ψ = (N − Σ C)/N (Eq. eci_lexical_residual). */
export function meanResiduality({ coverage }: PairColumns): number {
  return (coverage.length - coverage.reduce((sum, c) => sum + c, 0)) / coverage.length;
}

/** (1/N) Σ 1[ρ < 0.5]. */
export function inversionRate({ margin }: PairColumns): number {
  return margin.filter(isInverted).length / margin.length;
}
