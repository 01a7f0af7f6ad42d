/** Batches of like length, so that little padding is run through the encoder. */

/**
 * Splits sequences into batches.
 * @param lengths tokens of each sequence
 * @param batchSize most sequences in a batch, ≥ 1
 * @returns indices of each batch, longest sequences first; ties keep their order
 */
export function planBatches(lengths: readonly number[], batchSize: number): number[][] {
  const order = lengths.map((_, i) => i);
  order.sort((a, b) => (lengths[b] as number) - (lengths[a] as number) || a - b);
  const batches: number[][] = [];
  for (let start = 0; start < order.length; start += batchSize) {
    batches.push(order.slice(start, start + batchSize));
  }
  return batches;
}
