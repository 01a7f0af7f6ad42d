/** What sources have in common: queries and pairs, and the queries on which they are compared. */

import { FEWEST_UNITS } from './certainty/intervals';
import type { IdRecords } from './controls';
import { recordsOfPairs } from './pairs';

/** Records of a source. A pair counts by its query and its negative. */
type Held = Omit<IdRecords, 'positives'> & { readonly id: number };

/**
 * Distinct queries and pairs of whole files, whatever is scored of them, by the ids of the sources.
 * @returns those of each source, and of every two what both have; `a` was loaded earlier
 */
export function overlapOf(sources: readonly Held[]) {
  const larger = (a: number, b: number) => Math.max(a, b);
  const passages = 1 + sources.reduce((most, { negatives }) => negatives.reduce(larger, most), 0);
  const held = sources.map(({ id, queries, offsets, negatives }) => ({
    id: String(id),
    queries: distinct(Float64Array.from(queries)),
    pairs: distinct(
      Float64Array.from(
        recordsOfPairs(offsets),
        (record, pair) => queries[record] * passages + negatives[pair],
      ),
    ),
  }));
  return {
    sources: Object.fromEntries(
      held.map(({ id, queries, pairs }) => [id, { queries: queries.length, pairs: pairs.length }]),
    ),
    common: held.flatMap((one, s) =>
      held.slice(s + 1).map((other) => ({
        a: one.id,
        b: other.id,
        queries: inBoth(one.queries, other.queries),
        pairs: inBoth(one.pairs, other.pairs),
      })),
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
