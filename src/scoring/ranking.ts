/** Ranking and fairness of a comparison. */

/** Sources by ECI, highest first; ties keep the load order. */
export function rankByScore<T extends { readonly eci: number }>(sources: readonly T[]): T[] {
  return [...sources].sort((a, b) => b.eci - a.eci);
}

/**
 * True where the median K of two sources in one setting differ by half or more. They then train on so different
 * numbers of negatives that a ranking would not be fair.
 */
export function differsTooMuchInK(medianA: number, medianB: number): boolean {
  return Math.min(medianA, medianB) <= Math.max(medianA, medianB) / 2;
}
