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

/**
 * Whether two sources are one: their files hold the same pairs, and what was scored of them is alike in every unit. The positives,
 * given embeddings or the first negatives of each record may differ though every negative is the same.
 * @param compared each two sources as scored
 * @param scored pairs scored of a source
 */
export function areOne(
  { sources, common }: SourceOverlaps,
  compared: readonly (Two & { readonly unlike_units: number })[],
  scored: (source: string) => number | undefined,
  one: string,
  other: string,
): boolean {
  const both = inBoth(common, one, other)?.pairs;
  const areAlike = inBoth(compared, one, other)?.unlike_units === 0 && scored(one) === scored(other);
  return areAlike && both !== undefined && [one, other].every((source) => sources[source]?.pairs === both);
}

type Two = Readonly<Record<'a' | 'b', string>>;

function inBoth<Pair extends Two>(common: readonly Pair[], one: string, other: string): Pair | undefined {
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
