/**
 * Cosines of a pair from its columns: for unit vectors m, l and ‖v⁺ − v⁻‖ determine all three. Rows from files may be
 * off norm 1 by 1e-3, and these cosines by as much.
 */

/** v⁻·v⁺ = 1 − ‖v⁺ − v⁻‖²/2: similarity of the negative to the positive. */
export function cosineToPositive(distance: number): number {
  return 1 - (distance * distance) / 2;
}

/** v⁻·u = v⁻·v⁺ − l: the score that a retriever gives the negative. */
export function cosineToQuery(locality: number, distance: number): number {
  return cosineToPositive(distance) - locality;
}

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

/**
 * Order of pairs for a reader, of [0, 1]: those most likely to be no negatives first, 1 for the same text. The mean of how near a
 * negative is to the positive by embedding and by words ranks more answers first than either (docs/METHOD.md has the shares).
 * @param distance ‖v⁺ − v⁻‖
 * @param overlap Jaccard index of the words of negative and positive
 */
export function suspicion(distance: number, overlap: number): number {
  return (Math.max(0, cosineToPositive(distance)) + overlap) / 2;
}

/** The overlap of words in a suspicion. @param cosine of negative and positive */
export function overlapOf(suspicious: number, cosine: number): number {
  return 2 * suspicious - Math.max(0, cosine);
}
