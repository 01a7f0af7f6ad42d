/** Sampling units: what is drawn together, and so counts as one wherever a variance is estimated. */

import type { IdRecords } from './controls';

/** `query`: each query by itself; `positive`: the queries that share a positive; else the name of a column of the files. */
export type UnitKind = string;

export function isColumn(kind: UnitKind): boolean {
  return kind !== 'query' && kind !== 'positive';
}

/** What a run's units are: where no query shares a positive each is a unit by itself. */
export function kindOfUnits(asked: UnitKind, units: number, queries: number): UnitKind {
  return asked === 'positive' && units === queries ? 'query' : asked;
}

type UnitRecords = Pick<IdRecords, 'queries' | 'positives'> & {
  /** Value of the named column in each record, null where it has none. Left out where no column is named. */
  readonly groups?: readonly (string | null)[];
};

/**
 * The unit of each record: the smallest query id of those with a value in common, by way of others too. Of a passage with five
 * questions the five are not independent.
 * @param sources all that are compared; texts that are equal have one id
 */
export function unitsOf(sources: readonly UnitRecords[], kind: UnitKind): Int32Array[] {
  if (kind === 'query') return sources.map(({ queries }) => queries);
  /** Of a query a smaller one of its unit. */
  const below = new Map<number, number>();
  const rootOf = (query: number): number => {
    let root = query;
    for (let next = below.get(root); next !== undefined; next = below.get(root)) root = next;
    if (root !== query) below.set(query, root);
    return root;
  };
  const firstOf = new Map<number | string, number>();
  for (const { queries, positives, groups = [] } of sources) {
    const values: ArrayLike<number | string | null> = isColumn(kind) ? groups : positives;
    for (let record = 0; record < queries.length; record++) {
      const value = values[record] ?? null;
      if (value === null) continue;
      const root = rootOf(queries[record]);
      const other = rootOf(firstOf.get(value) ?? root);
      if (root !== other) below.set(Math.max(root, other), Math.min(root, other));
      firstOf.set(value, Math.min(root, other));
    }
  }
  return sources.map(({ queries }) => queries.map(rootOf));
}
