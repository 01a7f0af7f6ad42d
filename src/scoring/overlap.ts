/** What sources have in common: queries and pairs, and the queries on which they are compared. */

import { FEWEST_UNITS } from './certainty/intervals';
import type { IdRecords } from './controls';
import { recordsOfPairs } from './pairs';

/** A pair counts by its query and its negative. */
type Held = Pick<IdRecords, 'queries' | 'offsets' | 'negatives'>;

/** Distinct queries and pairs. */
export interface OverlapCounts {
  readonly queries: number;
  readonly pairs: number;
}

/** Sources by their places. */
interface Overlap {
  /** Of each source. */
  readonly own: readonly OverlapCounts[];
  /** Of every two sources, what both have. */
  readonly common: readonly (OverlapCounts & { readonly a: number; readonly b: number })[];
}

export function overlapOf(sources: readonly Held[]): Overlap {
  const larger = (a: number, b: number) => Math.max(a, b);
  const passages = 1 + sources.reduce((most, { negatives }) => negatives.reduce(larger, most), 0);
  const queries = sources.map((source) => distinct(Float64Array.from(source.queries)));
  const pairs = sources.map((source) => distinct(pairNumbers(source, passages)));
  return {
    own: sources.map((_, s) => ({ queries: queries[s].length, pairs: pairs[s].length })),
    common: sources.flatMap((_, a) =>
      sources.slice(a + 1).map((_, i) => {
        const b = a + 1 + i;
        return { a, b, queries: inBoth(queries[a], queries[b]), pairs: inBoth(pairs[a], pairs[b]) };
      }),
    ),
  };
}

/**
 * The queries that all sources of a setting have, for each setting whose sources have different ones.
 * @param settings of each source
 */
export function sharedQueries(
  sources: readonly Pick<Held, 'queries'>[],
  settings: readonly string[],
): ReadonlyMap<string, ReadonlySet<number>> {
  const sets = sources.map(({ queries }) => new Set(queries));
  const shared = new Map<string, Set<number>>();
  sets.forEach((own, s) => {
    const before = shared.get(settings[s]) ?? own;
    shared.set(settings[s], new Set([...before].filter((query) => own.has(query))));
  });
  const differs = (setting: string, { size }: Set<number>) =>
    sets.some((own, s) => settings[s] === setting && !countAsSame(size, own.size));
  return new Map([...shared].filter(([setting, queries]) => differs(setting, queries)));
}

/** Whether others have so many of a source's own queries that they count as having the same: a few rejected records change nothing. */
export function countAsSame(shared: number, own: number): boolean {
  return shared >= 0.97 * own;
}

/** True where sources are scored on their shared queries alone: it is asked for, and they are enough for a rank. */
export function onSharedAlone(asked: 'all' | 'shared', shared: number): boolean {
  return asked === 'shared' && shared >= FEWEST_UNITS;
}

/** A number for each pair: the same for the same query and negative. */
function pairNumbers({ queries, offsets, negatives }: Held, passages: number): Float64Array {
  return Float64Array.from(
    recordsOfPairs(offsets),
    (record, pair) => queries[record] * passages + negatives[pair],
  );
}

/** The numbers, ascending, each once. */
function distinct(numbers: Float64Array): Float64Array {
  return numbers.sort().filter((number, i) => i === 0 || number !== numbers[i - 1]);
}

/** How many numbers are in both of two ascending lists. */
function inBoth(one: Float64Array, other: Float64Array): number {
  let count = 0;
  for (let i = 0, j = 0; i < one.length && j < other.length;) {
    if (one[i] === other[j]) count++;
    const step = one[i] - other[j];
    if (step <= 0) i++;
    if (step >= 0) j++;
  }
  return count;
}
