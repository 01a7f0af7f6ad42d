/**
 * What is said of a source beside its score, one named function each (paper, Sections "Method" and "Baseline
 * Diagnostics"; SPEC.md, "Per source"): the definitions. `sourceStatistics` makes all of them in one pass, and a test
 * holds it to these to the last bit. N is the number of pairs, zero residuals included.
 */

import { isInverted } from './edges';
import { decay, pairwiseGradientEnergy } from './gates';
import { Log1pSum } from './log1p-sum';
import { mnrlLoss } from './mnrl';
import { emptyGates, gatesOfPair, type PairGates } from './pair-gates';
import { pairRange, type PairColumns } from './pairs';
import { WEIGHTINGS, type WeightingId } from './weightings';

/** (1/N) Σ x over the pairs, of something that follows from a pair's gates: mean ρ, mean η. */
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

/** w̄ = (1/N) Σ w over all pairs. */
export function meanWeight(columns: PairColumns, tau: number, weighting: WeightingId): number {
  return meanOfPairs(columns, tau, WEIGHTINGS[weighting].weight);
}

/** What one pair adds to N·tr Î: tr(w r rᵀ) = w, and 0 where r = 0. @param distance ‖v⁺ − v⁻‖ */
export function traceTerm(weight: number, distance: number): number {
  return distance === 0 ? 0 : weight;
}

/** tr Î = (1/N) Σ w over the pairs with r ≠ 0 (paper, Section "Linear Regime"; Eq. eci_information_matrix). */
export function informationTrace(columns: PairColumns, tau: number, weighting: WeightingId): number {
  const { weight } = WEIGHTINGS[weighting];
  return meanOfPairs(columns, tau, (gates) => traceTerm(weight(gates), gates.distance));
}

/** Mean C = (1/N) Σ C. */
export function meanCoverage({ coverage }: PairColumns): number {
  return coverage.reduce((sum, c) => sum + c, 0) / coverage.length;
}

/** Mean ψ = (N − Σ C)/N (Eq. eci_lexical_residual). */
export function meanResiduality({ coverage }: PairColumns): number {
  return (coverage.length - coverage.reduce((sum, c) => sum + c, 0)) / coverage.length;
}

/**
 * (1/N) Σ −log ρ: the two-document loss (Eq. pairwise_loss_connection), as `pairwiseLoss` has it of one pair. Summed as
 * max(−m/τ, 0) + log(1 + exp(−|m|/τ)), which needs few logarithms.
 */
export function meanPairwiseLoss({ margin }: PairColumns, tau: number): number {
  let inverted = 0;
  const others = new Log1pSum();
  for (const m of margin) {
    inverted += Math.max(-m / tau, 0);
    others.add(decay(m / tau));
  }
  return (inverted + others.value) / margin.length;
}

/** (1/N) Σ (1−ρ)²‖v⁺−v⁻‖²/τ² (Eq. pairwise_gradient_outer_product). */
export function meanGradientEnergy(columns: PairColumns, tau: number): number {
  return meanOfPairs(columns, tau, (g) => pairwiseGradientEnergy(g.oneMinusRho, g.distance, tau));
}

/** The MNRL proxy: the mean over records of −log softmax of the positive against all K negatives of the record. */
export function mnrlProxy({ margin, offsets }: PairColumns, tau: number): number {
  const records = offsets.length - 1;
  let sum = 0;
  for (let record = 0; record < records; record++) {
    const { start, end } = pairRange(offsets, record);
    sum += mnrlLoss(margin, start, end, tau);
  }
  return sum / records;
}

/** (1/N) Σ 1[ρ < 0.5]. */
export function inversionRate({ margin }: PairColumns): number {
  return margin.filter(isInverted).length / margin.length;
}

/** The share of records of which any negative is inverted ("any of K"). */
export function ambiguity({ margin, offsets }: PairColumns): number {
  const records = offsets.length - 1;
  let count = 0;
  for (let record = 0; record < records; record++) {
    const { start, end } = pairRange(offsets, record);
    if (margin.subarray(start, end).some(isInverted)) count++;
  }
  return count / records;
}
