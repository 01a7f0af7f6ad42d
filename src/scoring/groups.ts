/** Groups of queries: what is drawn together, and so counts as one where a variance is estimated. */

import type { IdRecords } from './controls';

/**
 * Queries that share a positive are one group, connected parts: of a passage with five questions the five are not
 * independent.
 * @param sources records of all sources that are compared; texts that are equal have one id
 * @returns for each query the id of a query that stands for its group
 */
export function groupsOf(
  sources: readonly Pick<IdRecords, 'queries' | 'positives'>[],
): ReadonlyMap<number, number> {
  const above = new Map<number, number>();
  const rootOf = (query: number): number => {
    let root = query;
    for (let next = above.get(root); next !== undefined && next !== root; next = above.get(root)) root = next;
    above.set(query, root);
    return root;
  };
  const firstOf = new Map<number, number>();
  for (const { queries, positives } of sources) {
    positives.forEach((positive, record) => {
      const root = rootOf(queries[record]);
      const first = firstOf.get(positive);
      if (first === undefined) firstOf.set(positive, root);
      else above.set(root, rootOf(first));
    });
  }
  return new Map([...above.keys()].map((query) => [query, rootOf(query)]));
}

/** The group of each record. @param groups of its queries */
export function groupOfRecords(
  { queries }: Pick<IdRecords, 'queries'>,
  groups: ReadonlyMap<number, number>,
): Int32Array {
  return queries.map((query) => groups.get(query) ?? query);
}
