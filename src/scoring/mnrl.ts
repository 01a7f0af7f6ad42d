/** The MNRL proxy (SPEC.md, "Per source"): the softmax loss of one record over its own negatives. */

import { decay } from './gates';

/** exp(−m/τ): what a negative weighs in the softmax beside the positive's 1. @param e exp(−|m|/τ) */
export function negativeOdds(margin: number, e: number): number {
  return margin >= 0 ? e : 1 / e;
}

/**
 * −log softmax of the positive against the K negatives of a record: log(1 + Σ_k exp(−m_k/τ)).
 * @param margins m of a source's pairs; the record's are [start, end)
 */
export function mnrlLoss(margins: Float64Array, start: number, end: number, tau: number): number {
  let odds = 0;
  for (let i = start; i < end; i++) {
    const margin = margins[i];
    odds += negativeOdds(margin, decay(margin / tau));
  }
  return mnrlLossOfOdds(odds, margins, start, end, tau);
}

/** As {@link mnrlLoss}, where Σ_k exp(−m_k/τ) is at hand. It may be infinite: then the largest term is drawn out. */
export function mnrlLossOfOdds(
  odds: number,
  margins: Float64Array,
  start: number,
  end: number,
  tau: number,
): number {
  if (Number.isFinite(odds)) return Math.log1p(odds);
  const smallest = margins.subarray(start, end).reduce((least, m) => Math.min(least, m));
  const largest = -smallest / tau;
  let others = 0;
  for (let i = start; i < end; i++) others += Math.exp(-margins[i] / tau - largest);
  return largest + Math.log(Math.exp(-largest) + others);
}
