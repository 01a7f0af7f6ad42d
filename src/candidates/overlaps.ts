/** What the files of a comparison have in common, by the ids of their sources, or under their names. */

import type { IdRecords } from '../scoring/controls';
import { countAsSame, overlapOf, sharedQueries, type OverlapCounts } from '../scoring/overlap';

/** The records of a source, by ids. */
type Structure = Omit<IdRecords, 'positives'> & { readonly id: number };

/** Of whole files, whatever is scored of them. A pair counts by its query and its negative. */
export interface SourceOverlaps {
  readonly sources: Readonly<Record<string, OverlapCounts>>;
  /** Of every two sources, what both have; `a` was loaded earlier. */
  readonly common: readonly ({ readonly a: string; readonly b: string } & OverlapCounts)[];
  /** The queries that all sources of a setting have, for settings whose sources differ in them. */
  readonly shared: readonly { readonly setting: string; readonly queries: number }[];
}

/** @param settings of each source */
export function overlapsOf(structures: readonly Structure[], settings: readonly string[]): SourceOverlaps {
  const { own, common } = overlapOf(structures);
  const key = (place: number) => String(structures[place]?.id);
  const shared = [...sharedQueries(structures, settings)];
  return {
    sources: Object.fromEntries(own.map((counts, s) => [key(s), counts])),
    common: common.map(({ a, b, ...counts }) => ({ a: key(a), b: key(b), ...counts })),
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
