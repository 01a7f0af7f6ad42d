/** What the files of a comparison have in common, by the ids of their sources, or under their names. */

import { countAsSame, overlapOf, sharedQueries } from '../scoring/overlap';

type Counted = ReturnType<typeof overlapOf>;

export interface SourceOverlaps {
  readonly sources: Counted['sources'];
  readonly common: readonly Readonly<Counted['common'][number]>[];
  /** The queries that all sources of a setting have, for settings whose sources differ in them. */
  readonly shared: readonly { readonly setting: string; readonly queries: number }[];
}

/** @param settings of each source */
export function overlapsOf(
  structures: Parameters<typeof overlapOf>[0],
  settings: readonly string[],
): SourceOverlaps {
  const shared = [...sharedQueries(structures, settings)];
  return {
    ...overlapOf(structures),
    shared: shared.map(([setting, { size }]) => ({ setting, queries: size })),
  };
}

/** Whether two sources have the same pairs. */
export function haveSamePairs({ sources, common }: SourceOverlaps, one: string, other: string): boolean {
  const both = inBoth(common, one, other)?.pairs;
  return both !== undefined && [one, other].every((source) => sources[source]?.pairs === both);
}

function inBoth(common: SourceOverlaps['common'], one: string, other: string) {
  return common.find(({ a, b }) => (a === one && b === other) || (a === other && b === one));
}

/** Whether every pair of one source is in another; of two that have the same, whether it came later. */
export function isInside({ sources, common }: SourceOverlaps, one: string, other: string): boolean {
  const both = inBoth(common, one, other);
  const [own = Infinity, others = -1] = [sources[one]?.pairs, sources[other]?.pairs];
  return both !== undefined && both.pairs >= own && (others > own || both.a === other);
}

/** Whether every two sources count as having the same queries. */
export function haveSameQueries({ sources, common }: SourceOverlaps): boolean {
  return common.every(({ a, b, queries }) =>
    [a, b].every((source) => countAsSame(queries, sources[source]?.queries ?? 0)),
  );
}
