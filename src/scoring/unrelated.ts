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
import { ALL_FOREIGN, shareOfPairs, type ForeignShare, type PairKind } from './share-audit';

/** The corner ends at these quantiles of v⁻·u and of C over pairs with random passages. */
const CORNER_QUANTILE = 0.6;

/** The corner of the pairs whose negative looks random. */
export interface Corner {
  /** Largest v⁻·u in it. */
  readonly cos_query: number;
  /** Largest C in it. */
  readonly coverage: number;
  /** Share of pairs with random passages that are in it, and its variance over draws of queries. */
  readonly random_share: number;
  readonly random_variance: number;
}

/** The columns that the corner is computed from. */
export type CornerColumns = Pick<PairColumns, 'locality' | 'distance' | 'coverage'>;

/**
 * The corner of some queries with random passages.
 * @param random at least one pair
 * @param queryOf of each record, the id of its query, or of the group of queries that share a positive
 * @throws RangeError where there is none
 */
export function cornerOf(
  random: CornerColumns & Pick<PairColumns, 'offsets'>,
  queryOf: ArrayLike<number>,
): Corner {
  const { locality, distance, coverage } = random;
  const edges = {
    cos_query: quantile(locality.map((l, pair) => cosineToQuery(l, distance[pair])).sort(), CORNER_QUANTILE),
    coverage: quantile(coverage.slice().sort(), CORNER_QUANTILE),
  };
  const { share, variance } = shareOfPairs(unrelated(random, edges), random.offsets, queryOf);
  return { ...edges, random_share: share, random_variance: variance };
}

/** Share of pairs with random passages that are in the corner, as the audit by pairs wants it. */
export function foreignShareOf({ random_share: share, random_variance: variance }: Corner): ForeignShare {
  return { share, variance };
}

/** Share of each kind among foreign pairs: of random ones in the corner, of copies near the positive. */
export function foreignShares({ random_share }: Corner): Readonly<Record<PairKind, number>> {
  return { unrelated: random_share, near_positive: ALL_FOREIGN.share };
}

/** The edges of a corner. */
type Edges = Pick<Corner, 'cos_query' | 'coverage'>;

/** For every pair: 1 where it is in the corner. */
export function unrelated({ locality, distance, coverage }: CornerColumns, corner: Edges): Uint8Array {
  return Uint8Array.from(coverage, (c, pair) =>
    Number(isUnrelated(locality[pair], distance[pair], c, corner)),
  );
}

/** Whether a pair with these l, ‖v⁺ − v⁻‖ and C is in the corner. */
export function isUnrelated(locality: number, distance: number, coverage: number, corner: Edges): boolean {
  return coverage <= corner.coverage && cosineToQuery(locality, distance) <= corner.cos_query;
}
