/**
 * Negatives that look drawn at random. A random passage is unlike its query in two views at once, by embedding and by
 * words. A miner uses one of the views and so keeps its negatives out of at least one of the two tails: BM25 returns
 * nothing without the query's words, a dense retriever nothing far from it. So few pairs are low in both views (in
 * the corner) in a mined source, and nearly as many as for random passages in a random one. A source with a share π
 * of random passages has (1 − π)·(its own share) + π·(theirs). docs/AUDIT.md has what this finds and what it misses.
 */

import { quantile } from './certainty/bootstrap';
import { cosineToQuery } from './cosines';
import type { PairColumns } from './pairs';

/** The corner ends at these quantiles of v⁻·u and of C over pairs with random passages. */
const CORNER_QUANTILE = 0.6;

/** The corner of the pairs whose negative looks random. */
export interface Corner {
  /** Largest v⁻·u in it. */
  readonly cos_query: number;
  /** Largest C in it. */
  readonly coverage: number;
  /** Share of pairs with random passages that are in it. */
  readonly random_share: number;
}

/** The columns that the corner is computed from. */
export type CornerColumns = Pick<PairColumns, 'locality' | 'distance' | 'coverage'>;

/**
 * The corner of some queries with random passages. @param random at least one pair
 * @throws RangeError where there is none
 */
export function cornerOf(random: CornerColumns): Corner {
  const { locality, distance, coverage } = random;
  const edges = {
    cos_query: quantile(locality.map((l, pair) => cosineToQuery(l, distance[pair])).sort(), CORNER_QUANTILE),
    coverage: quantile(coverage.slice().sort(), CORNER_QUANTILE),
  };
  const inCorner = unrelated(random, edges);
  return { ...edges, random_share: inCorner.reduce((sum, flag) => sum + flag, 0) / inCorner.length };
}

/** For every pair: 1 where it is in the corner. */
export function unrelated(
  { locality, distance, coverage }: CornerColumns,
  corner: Pick<Corner, 'cos_query' | 'coverage'>,
): Uint8Array {
  return Uint8Array.from(coverage, (c, pair) =>
    Number(c <= corner.coverage && cosineToQuery(locality[pair], distance[pair]) <= corner.cos_query),
  );
}
