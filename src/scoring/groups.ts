/** Sampling units: what is drawn together, and so counts as one wherever a variance is estimated. */

import type { IdRecords } from './controls';

/**
 * The unit unless a column is named: each query by itself, or the queries that share a positive.
 * Any other name is that of a column of the files.
 */
const UNIT_KINDS = ['query', 'positive'] as const;

/** A kind of unit: one of {@link UNIT_KINDS}, or the name of a column. */
export type UnitKind = string;

export function isColumn(kind: UnitKind): boolean {
  return !UNIT_KINDS.some((known) => known === kind);
}

/** What a run's units are: where no query shares a positive each is a unit by itself. */
export function kindOfUnits(asked: UnitKind, units: number, queries: number): UnitKind {
  return asked === 'positive' && units === queries ? 'query' : asked;
}

/** Records of a source with what may join their queries. */
type UnitRecords = Pick<IdRecords, 'queries' | 'positives'> & {
  /** Value of the named column in each record, null where it has none. Left out where no column is named. */
  readonly groups?: readonly (string | null)[];
};

/**
 * The unit of each record: the smallest query id of those that are drawn together, so that the unit is the query itself
 * where nothing is shared. Of a passage with five questions the five are not independent: queries with a value in common
 * are one, by way of others too.
 * @param sources records of all sources that are compared; texts that are equal have one id
 */
export function unitsOf(sources: readonly UnitRecords[], kind: UnitKind): Int32Array[] {
  if (kind === 'query') return sources.map(({ queries }) => queries);
  const groups = groupsOf(
    sources.map(({ queries, positives, groups = [] }) => ({
      queries,
      values: isColumn(kind) ? groups : positives,
    })),
  );
  return sources.map(({ queries }) => queries.map((query) => groups.get(query) ?? query));
}

/** Queries of all sources, with a value of each record; null joins nothing. */
interface JoinedRecords {
  readonly queries: ArrayLike<number>;
  readonly values: ArrayLike<number | string | null>;
}

/** For each query the smallest one of its group: connected parts of the queries that have a value in common. */
export function groupsOf(sources: readonly JoinedRecords[]): ReadonlyMap<number, number> {
  const below = new Map<number, number>();
  const rootOf = (query: number): number => {
    let root = query;
    for (let next = below.get(root); next !== undefined && next !== root; next = below.get(root)) root = next;
    below.set(query, root);
    return root;
  };
  const firstOf = new Map<number | string, number>();
  for (const { queries, values } of sources) {
    for (let record = 0; record < queries.length; record++) {
      const root = rootOf(queries[record]);
      const value = values[record] ?? null;
      if (value === null) continue;
      const first = firstOf.get(value);
      if (first === undefined) firstOf.set(value, root);
      else {
        const other = rootOf(first);
        below.set(Math.max(root, other), Math.min(root, other));
      }
    }
  }
  return new Map([...below.keys()].map((query) => [query, rootOf(query)]));
}
