/** The MNRL proxy (SPEC.md, "Per source"): the softmax loss of one record over its own negatives. */

/**
 * −log softmax of the positive against the K negatives of a record:
 * log(1 + Σ_k exp(−m_k/τ)), by the largest term so that nothing overflows.
 * @param margins m of a source's pairs; the record's are [start, end)
 */
export function mnrlLoss(margins: Float64Array, start: number, end: number, tau: number): number {
  let smallest = 0;
  for (let i = start; i < end; i++) smallest = Math.min(smallest, margins[i] as number);
  const largest = -smallest / tau;
  let others = 0;
  for (let i = start; i < end; i++) others += Math.exp(-(margins[i] as number) / tau - largest);
  // Without an inverted pair the positive itself is the largest term, and log1p keeps a small loss.
  return largest === 0 ? Math.log1p(others) : largest + Math.log(Math.exp(-largest) + others);
}
