/** Ranking and fairness of a comparison (SPEC.md, "Per source" and the word "setting"). */

/** With fewer records a source has no rank and no audit by pairs: its figures are those of its few queries. */
export const FEWEST_RECORDS = 30;

/** Sources by ECI, highest first; ties keep the load order. */
export function rankByScore<T extends { readonly eci: number }>(sources: readonly T[]): T[] {
  return [...sources].sort((a, b) => b.eci - a.eci);
}

/**
 * True where the median K of two sources in one setting differ by half or more: then they train on
 * such different numbers of negatives that ranking them against each other is not fair.
 */
export function differsTooMuchInK(medianA: number, medianB: number): boolean {
  return Math.min(medianA, medianB) <= Math.max(medianA, medianB) / 2;
}
