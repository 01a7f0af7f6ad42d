/** The order of sources whose scores are known as intervals: which pairs are separated, and the ranks that follow. */

export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** The difference of two sources' scores. */
export interface ScoreDifference {
  /** Place of the source that scores higher so far, among those compared. */
  readonly a: number;
  readonly b: number;
  /** Score of `a` less score of `b`, ≥ 0. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
}

/** Possible ranks of a source, 1 for the highest score; from = to where its place is settled. */
export interface RankRange {
  readonly from: number;
  readonly to: number;
}

/** True where the interval excludes 0: `a` scores higher, at the interval's level. */
export function isSeparated({ low }: ScoreDifference): boolean {
  return low > 0;
}

/** Pairs of places among sources of the same setting, each once. @param settings the setting of each source */
export function pairsWithin(settings: readonly string[]): readonly (readonly [number, number])[] {
  const pairs: [number, number][] = [];
  for (let a = 0; a < settings.length; a++) {
    for (let b = a + 1; b < settings.length; b++) if (settings[a] === settings[b]) pairs.push([a, b]);
  }
  return pairs;
}

/** The difference, turned so that the higher source comes first. */
export function orientDifference(a: number, b: number, interval: Interval): ScoreDifference {
  const { value, low, high } = interval;
  if (value >= 0) return { a, b, difference: value, low, high };
  return { a: b, b: a, difference: -value, low: -high, high: -low };
}

/**
 * Ranks inside each setting: below every source that certainly scores higher, above every one that certainly scores
 * lower.
 * @param settled which of the differences are separated
 */
export function rankRanges(
  settings: readonly string[],
  differences: readonly Pick<ScoreDifference, 'a' | 'b'>[],
  settled: (index: number) => boolean,
): RankRange[] {
  const above = new Int32Array(settings.length);
  const below = new Int32Array(settings.length);
  differences.forEach(({ a, b }, i) => {
    if (!settled(i)) return;
    above[b] += 1;
    below[a] += 1;
  });
  return settings.map((setting, i) => {
    const sources = settings.filter((other) => other === setting).length;
    return { from: above[i] + 1, to: sources - below[i] };
  });
}
