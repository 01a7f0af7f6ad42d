/** The MNRL proxy (paper, Section "Baseline Diagnostics"): the softmax loss of one record over its own negatives. */

/** exp(−m/τ): the weight of a negative in the softmax, where the positive's is 1. @param e exp(−|m|/τ) */
export function negativeOdds(margin: number, e: number): number {
  return margin >= 0 ? e : 1 / e;
}

/**
 * −log softmax of the positive against the K negatives of a record: log(1 + Σ_k exp(−m_k/τ)).
 * @param odds Σ_k exp(−m_k/τ); where it is infinite the largest term is factored out
 * @param margins m of a source's pairs; the record's are [start, end)
 */
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
