/** Negatives near the record's positive by embedding, whatever their texts. */

import { cosineToPositive } from './cosines';

/** Below this cosine to the positive a negative is not near (docs/METHOD.md has the finding). */
const NEAR_COSINE = 0.9;

/** The finding of pairs at or above it, as it is named everywhere. */
export const NEAR_POSITIVE = {
  id: 'near_positive',
  words: 'close to the positive, by embedding',
  rule: `cosine ≥ ${NEAR_COSINE.toFixed(2)}`,
} as const;

/** Whether the embedding of a pair's negative is near that of the positive, whatever their texts. */
export function isNearPositive(distance: number): boolean {
  return cosineToPositive(distance) >= NEAR_COSINE;
}
