/** The order of sources: which of them are compared, and the ranks that follow from those that are separated. */

/** Possible ranks of a source, 1 for the highest score; from = to where its place is settled. */
export interface RankRange {
  readonly from: number;
  readonly to: number;
}

/** Pairs of places among sources of the same setting, each once. @param settings the setting of each source */
export function pairsWithin(settings: readonly string[]): readonly (readonly [number, number])[] {
  const pairs: [number, number][] = [];
  for (let a = 0; a < settings.length; a++) {
    for (let b = a + 1; b < settings.length; b++) if (settings[a] === settings[b]) pairs.push([a, b]);
  }
  return pairs;
}

/**
 * Ranks inside each setting: 1 + those surely above, to all − those surely below. Above one that is above another is above both.
 * @param separated pairs of places, the upper one first
 */
export function rankRanges(
  settings: readonly string[],
  separated: readonly { readonly a: number; readonly b: number }[],
): RankRange[] {
  const below = surelyBelow(settings.length, separated);
  return settings.map((setting, place) => {
    const all = settings.filter((other) => other === setting).length;
    const above = below.filter((lower) => lower.has(place)).length;
    return { from: above + 1, to: all - (below[place]?.size ?? 0) };
  });
}

/** By place: those that are surely below, also by way of others. */
function surelyBelow(
  count: number,
  separated: readonly { readonly a: number; readonly b: number }[],
): Set<number>[] {
  const below = Array.from({ length: count }, () => new Set<number>());
  for (const { a, b } of separated) below[a].add(b);
  for (let middle = 0; middle < count; middle++) {
    for (const lower of below) if (lower.has(middle)) for (const each of below[middle]) lower.add(each);
  }
  return below;
}
