/** Orders of sources by their scores, and whether two orders agree. */

/** Scores that differ by a smaller share than this differ by rounding alone. */
const ROUNDING = 1e-12;

/** True where `one` is higher by more than rounding. */
export function isHigher(one: number, other: number): boolean {
  const apart = one - other;
  return apart === Infinity || apart > ROUNDING * Math.max(Math.abs(one), Math.abs(other));
}

/** Places of sources by score, highest first; ties keep the places' order. @param places by default all */
export function orderOf(scores: readonly number[], places: Iterable<number> = scores.keys()): number[] {
  return [...places].sort((a, b) => {
    if (isHigher(scores[a], scores[b])) return -1;
    return isHigher(scores[b], scores[a]) ? 1 : a - b;
  });
}

/** True where both scores put the sources at some places into the same order. */
export function isSameOrder(
  one: readonly number[],
  other: readonly number[],
  places: readonly number[],
): boolean {
  const order = orderOf(other, places);
  return orderOf(one, places).every((place, i) => place === order[i]);
}

/** The places of each setting with two sources or more. */
export function comparedGroups(settings: readonly string[]): { setting: string; places: number[] }[] {
  const groups = new Map<string, number[]>();
  settings.forEach((setting, place) => groups.set(setting, [...(groups.get(setting) ?? []), place]));
  return Array.from(groups, ([setting, places]) => ({ setting, places })).filter(
    ({ places }) => places.length > 1,
  );
}

/**
 * Safe: every control scores below every reference source (paper, Section "Negative-Source Controls").
 * @returns null where there is no control or no reference
 */
export function isSafe(controls: readonly number[], references: readonly number[]): boolean | null {
  if (controls.length === 0 || references.length === 0) return null;
  return Math.max(...controls) < Math.min(...references);
}

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
  const below = settings.map(() => new Set<number>());
  for (const { a, b } of separated) below[a].add(b);
  for (const [middle, lowest] of below.entries()) {
    for (const lower of below) if (lower.has(middle)) for (const each of lowest) lower.add(each);
  }
  return settings.map((setting, place) => {
    const all = settings.filter((other) => other === setting).length;
    const above = below.filter((lower) => lower.has(place)).length;
    return { from: above + 1, to: all - below[place].size };
  });
}
