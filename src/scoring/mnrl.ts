/** The MNRL proxy (SPEC.md, "Per source"): the softmax loss of one record over its own negatives. */

/**
 * −log softmax of the positive against the K negatives of a record:
 * log(1 + Σ_k exp(−m_k/τ)), by the largest term so that nothing overflows.
 * @param margins m of the record's pairs
 */
export function mnrlLoss(margins: Float64Array, tau: number): number {
  let largest = 0;
  for (const m of margins) largest = Math.max(largest, -m / tau);
  let sum = Math.exp(-largest);
  for (const m of margins) sum += Math.exp(-m / tau - largest);
  return largest + Math.log(sum);
}
