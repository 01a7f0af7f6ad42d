/** Batches of token sequences for the runs that the page is compared with. */

/** @typedef {import('../types').Batch} Batch */
/** @typedef {import('../types').EncodeCounts} EncodeCounts */

/**
 * As they come.
 *
 * @param {readonly (readonly number[])[]} sequences
 * @param {number} size
 * @returns {Batch[]}
 */
export function inOrder(sequences, size) {
  return Array.from({ length: Math.ceil(sequences.length / size) }, (_, i) =>
    sequences.slice(i * size, (i + 1) * size),
  );
}

/**
 * Like lengths together, longest first.
 *
 * @param {readonly (readonly number[])[]} sequences
 * @param {number} size
 * @returns {Batch[]}
 */
export function byLength(sequences, size) {
  return inOrder(
    [...sequences].sort((a, b) => b.length - a.length),
    size,
  );
}

/**
 * @param {readonly Batch[]} batches each padded to its longest sequence
 * @returns {EncodeCounts}
 */
export function countsOf(batches) {
  const counts = { encodes: 0, tokens: 0, padded_tokens: 0 };
  for (const batch of batches) {
    counts.encodes += batch.length;
    counts.tokens += batch.reduce((sum, ids) => sum + ids.length, 0);
    counts.padded_tokens += batch.length * Math.max(...batch.map((ids) => ids.length));
  }
  return counts;
}
