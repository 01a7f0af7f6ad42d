/** What the files of a comparison have in common, by the ids of their sources. */

import type { IdRecords } from '../scoring/controls';
import { countAsSame, overlapOf, sharedQueries, type OverlapCounts } from '../scoring/overlap';

/** The records of a source, by ids. */
type Structure = Omit<IdRecords, 'positives'> & { readonly id: number };

/** Of whole files, whatever is scored of them. A pair counts by its query and its negative. */
export interface SourceOverlaps {
  /** In load order. */
  readonly sources: readonly ({ readonly source: number } & OverlapCounts)[];
  /** Of every two sources, what both have. */
  readonly common: readonly ({ readonly a: number; readonly b: number } & OverlapCounts)[];
  /** The queries that all sources of a setting have, for settings whose sources differ in them. */
  readonly shared: readonly { readonly setting: string; readonly queries: number }[];
}

/** @param settings of each source */
export function overlapsOf(structures: readonly Structure[], settings: readonly string[]): SourceOverlaps {
  const { own, common } = overlapOf(structures);
  const id = (place: number) => (structures[place] as Structure).id;
  const shared = [...sharedQueries(structures, settings)];
  return {
    sources: own.map((counts, s) => ({ source: id(s), ...counts })),
    common: common.map(({ a, b, ...counts }) => ({ a: id(a), b: id(b), ...counts })),
    shared: shared.map(([setting, { size }]) => ({ setting, queries: size })),
  };
}

/** Whether two sources have the same pairs. */
export function haveSamePairs({ sources, common }: SourceOverlaps, one: number, other: number): boolean {
  const both = inBoth(common, one, other)?.pairs;
  return both !== undefined && [one, other].every((id) => pairsOf(sources, id) === both);
}

function inBoth(common: SourceOverlaps['common'], one: number, other: number) {
  return common.find(({ a, b }) => (a === one && b === other) || (a === other && b === one));
}

function pairsOf(sources: SourceOverlaps['sources'], id: number): number | undefined {
  return sources.find(({ source }) => source === id)?.pairs;
}

/** Whether every pair of one source is in another; of two that have the same, whether it came later. */
export function isInside({ sources, common }: SourceOverlaps, one: number, other: number): boolean {
  const both = inBoth(common, one, other)?.pairs ?? -1;
  const [own = Infinity, others = -1] = [one, other].map((id) => pairsOf(sources, id));
  const order = sources.map(({ source }) => source);
  return both >= own && (others > own || order.indexOf(other) < order.indexOf(one));
}

/** Whether every two sources count as having the same queries. */
export function haveSameQueries({ sources, common }: SourceOverlaps): boolean {
  const own = new Map(sources.map(({ source, queries }) => [source, queries]));
  return common.every(({ a, b, queries }) => [a, b].every((id) => countAsSame(queries, own.get(id) ?? 0)));
}
