/** Batches by token budget over sequences sorted by length, so that little padding is encoded. */

/** Most tokens in one run of the encoder, with padding. */
const TOKEN_BUDGET = 4096;

/** The shortest sequence of a batch has at least this share of the longest one's tokens, or is so many tokens shorter. */
const LIKE_LENGTH = 0.85;
const SLACK_TOKENS = 2;

/** @param lengths tokens of each sequence @yields places in each batch, longest sequences first; ties keep their order */
export function* planBatches(lengths: readonly number[], mostTexts: number): Generator<number[], void> {
  const order = lengths.map((_, i) => i);
  order.sort((a, b) => (lengths[b] as number) - (lengths[a] as number) || a - b);
  let batch: number[] = [];
  let longest = 0;
  for (const index of order) {
    const length = lengths[index] as number;
    const full = batch.length >= mostTexts || (batch.length + 1) * longest > TOKEN_BUDGET;
    const shorter = length < LIKE_LENGTH * longest && length < longest - SLACK_TOKENS;
    if (batch.length > 0 && (full || shorter)) {
      yield batch;
      batch = [];
    }
    if (batch.length === 0) longest = length;
    batch.push(index);
  }
  if (batch.length > 0) yield batch;
}
