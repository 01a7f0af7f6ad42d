/**
 * What is said of a source beside its score, one named function each (paper, Sections "Method" and "Baseline
 * Diagnostics"; SPEC.md, "Per source"). N is the number of pairs, zero residuals included.
 */

import { isInverted } from './edges';
import { pairwiseGradientEnergy, pairwiseLoss } from './gates';
import { mnrlLoss } from './mnrl';
import { pairRange, type PairColumns } from './pairs';

/** (1/N) Σ x over all pairs: mean ρ, mean η, the mean weight w̄. */
export function mean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Mean ψ = (N − Σ C)/N (Eq. eci_lexical_residual). @param coverages C of each pair */
export function meanResiduality(coverages: Float64Array): number {
  let covered = 0;
  for (const coverage of coverages) covered += coverage;
  return (coverages.length - covered) / coverages.length;
}

/**
 * What one pair adds to N·tr Î: tr(w r rᵀ) = w, and 0 where r = 0.
 * @param distance ‖v⁺ − v⁻‖
 */
export function traceTerm(weight: number, distance: number): number {
  return distance === 0 ? 0 : weight;
}

/** tr Î = (1/N) Σ w over the pairs with r ≠ 0 (paper, Section "Linear Regime"; Eq. eci_information_matrix). */
export function informationTrace(weights: Float64Array, distances: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += traceTerm(weights[i] as number, distances[i] as number);
  return sum / weights.length;
}

/** Pairs with a zero residual. */
export function zeroResiduals(distances: Float64Array): number {
  return distances.reduce((count, distance) => (distance === 0 ? count + 1 : count), 0);
}

/** (1/N) Σ −log ρ: the two-document loss (Eq. pairwise_loss_connection). */
export function meanPairwiseLoss(margins: Float64Array, tau: number): number {
  let sum = 0;
  for (const margin of margins) sum += pairwiseLoss(margin, tau);
  return sum / margins.length;
}

/** (1/N) Σ (1−ρ)²‖v⁺−v⁻‖²/τ² (Eq. pairwise_gradient_outer_product). */
export function meanGradientEnergy(oneMinusRho: Float64Array, distances: Float64Array, tau: number): number {
  let sum = 0;
  for (let i = 0; i < distances.length; i++) {
    sum += pairwiseGradientEnergy(oneMinusRho[i] as number, distances[i] as number, tau);
  }
  return sum / distances.length;
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

/** 1[ρ < 0.5] summed over all pairs; over N it is the inversion rate. */
export function invertedPairs(margins: Float64Array): number {
  return margins.reduce((count, margin) => (isInverted(margin) ? count + 1 : count), 0);
}

/** Records of which any negative is inverted; over all records it is the ambiguity ("any of K"). */
export function ambiguousRecords({ margin, offsets }: PairColumns): number {
  let count = 0;
  for (let record = 0; record < offsets.length - 1; record++) {
    const { start, end } = pairRange(offsets, record);
    if (margin.subarray(start, end).some(isInverted)) count++;
  }
  return count;
}
