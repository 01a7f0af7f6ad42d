/**
 * Order of pairs for a reader: those most likely to be no negatives first. The mean of two measures of how near a
 * negative is to the positive, by embedding and by words: together they rank more answers first than either
 * (docs/METHOD.md has the measured shares).
 */

import { cosineToPositive } from './cosines';

/**
 * Suspicion of a pair, 0 to 1; 1 for the same text.
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
