/** Figures of a source, each by its definition in the paper: what `gatedSource` is held to. */

import { isInverted } from '../../src/scoring/edges';
import { decay, pairwiseGradientEnergy } from '../../src/scoring/gates';
import { Log1pSum } from '../../src/scoring/log1p-sum';
import { mnrlLossOfOdds, negativeOdds } from '../../src/scoring/mnrl';
import { emptyGates, gatesOfPair, type PairGates } from '../../src/scoring/pair-gates';
import { pairRange, type PairColumns } from '../../src/scoring/pairs';
import { WEIGHTINGS, type WeightingId } from '../../src/scoring/weightings';

/** (1/N) Σ x over the pairs, for a value x of the pair's gates: mean ρ, mean η, mean ψ. */
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

/** Mean C = (1/N) Σ C. */
export function meanCoverage({ coverage }: PairColumns): number {
  return coverage.reduce((sum, c) => sum + c, 0) / coverage.length;
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

/**
 * −log softmax of the positive against the K negatives of a record: log(1 + Σ_k exp(−m_k/τ)).
 * @param margins m of a source's pairs; the record's are [start, end)
 */
export function mnrlLoss(margins: Float64Array, start: number, end: number, tau: number): number {
  let odds = 0;
  for (let i = start; i < end; i++) {
    const margin = margins[i] as number;
    odds += negativeOdds(margin, decay(margin / tau));
  }
  return mnrlLossOfOdds(odds, margins, start, end, tau);
}
