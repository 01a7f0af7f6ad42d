/** Ranking and fairness of a comparison. */

/** With fewer distinct queries a source has no rank and no audit by pairs: no interval would hold (docs/CERTAINTY.md). */
export const FEWEST_QUERIES = 20;

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

/**
 * Sources whose median K is too unlike the others' of their setting for a ranking. The largest group of sources that are
 * alike stays; where no group is larger than the others, none does.
 */
export function unlikeInK<T extends { readonly setting: string; readonly medianK: number }>(
  sources: readonly T[],
): T[] {
  const settings = [...new Set(sources.map(({ setting }) => setting))];
  return settings.flatMap((setting) => {
    const group = sources.filter((source) => source.setting === setting);
    const least = [...new Set(group.map(({ medianK }) => medianK))];
    const [largest, next] = least
      .map((median) =>
        group.filter(({ medianK }) => medianK >= median && !differsTooMuchInK(medianK, median)),
      )
      .toSorted((a, b) => b.length - a.length);
    const stays = largest.length > (next?.length ?? 0) ? largest : [];
    return group.filter((source) => !stays.includes(source));
  });
}

/** The first negatives of each record of which sources have alike many: as many as most records of each have. */
export function negativesOfEach(sources: readonly { readonly kOfMost: number }[]): number {
  return Math.min(...sources.map(({ kOfMost }) => kOfMost));
}
