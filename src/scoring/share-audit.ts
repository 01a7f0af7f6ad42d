/**
 * The audit by pairs: whether a source has more pairs of some kind than every reference source, beyond chance. It
 * finds light contamination that the means over a file do not show. Calibrated on the references alone.
 */

import { TWO_SIDED_95, upperTail } from './certainty/normal';
import { clampToUnit } from './clamp';
import { pairRange } from './pairs';
import { FEWEST_QUERIES } from './ranking';

/** The two kinds of pairs that are counted: negatives that look drawn at random, and negatives near the positive. */
export const PAIR_KINDS = ['unrelated', 'near_positive'] as const;
export type PairKind = (typeof PAIR_KINDS)[number];

export function isPairKind(name: string): name is PairKind {
  return PAIR_KINDS.some((kind) => kind === name);
}

/**
 * A source is flagged where its share would be so high in at most one of a hundred draws of queries like a
 * reference's…
 */
export const CALL_LEVEL = 0.01;

/** …and where at least this share of its pairs is in excess of every reference: clean miners differ by less. */
export const LEAST_EXCESS = 0.01;

/** Fewest references to flag a source: one does not tell by how much clean sources differ. */
export const FEWEST_REFERENCES = 2;

/** A share of the pairs of a source, and its variance over draws of queries. */
export interface PairShare {
  /** Distinct queries; those that share a positive count as one. */
  readonly queries: number;
  readonly pairs: number;
  readonly found: number;
  readonly share: number;
  readonly variance: number;
}

/** The verdict on one source for one kind of pairs. */
export interface ShareVerdict {
  readonly found: number;
  readonly share: number;
  /** Largest share among the references; null where there is no verdict. */
  readonly reference_share: number | null;
  /** Estimated share of its pairs that do not belong: see `excessOf`. Null where there is no verdict. */
  readonly excess: number | null;
  /** Its 95 % interval over queries. */
  readonly excess_low: number | null;
  readonly excess_high: number | null;
  /** Largest p-value of the tests against each reference. Null where there is no verdict. */
  readonly p_value: number | null;
  readonly flagged: boolean;
}

/**
 * Σ x / Σ k with the variance of a ratio over queries, Q/(Q−1) · Σ (x − share·k)² / (Σ k)², where x of the k pairs of
 * all of a query's records are found. At least the binomial variance with one more pair of each kind, since nothing
 * found says little.
 * @param found 1 for each pair that is of the kind
 * @param offsets records + 1
 * @param queryOf of each record, the id of its query, or of the group of queries that share a positive
 */
export function shareOfPairs(found: Uint8Array, offsets: Int32Array, queryOf: ArrayLike<number>): PairShare {
  const byQuery = new Map<number, QueryShare>();
  for (let record = 0; record < queryOf.length; record++) {
    const { start, end } = pairRange(offsets, record);
    let own = 0;
    for (let pair = start; pair < end; pair++) own += found[pair];
    const before = byQuery.get(queryOf[record]);
    byQuery.set(queryOf[record], {
      found: (before?.found ?? 0) + own,
      pairs: (before?.pairs ?? 0) + end - start,
    });
  }
  return shareOfQueries([...byQuery.values()]);
}

/** Pairs of one query, and those of them that are of the kind. */
export interface QueryShare {
  readonly found: number;
  readonly pairs: number;
}

/** {@link shareOfPairs} from the counts of each query. */
export function shareOfQueries(byQuery: readonly QueryShare[]): PairShare {
  const queries = byQuery.length;
  const count = byQuery.reduce((sum, { found }) => sum + found, 0);
  const pairs = byQuery.reduce((sum, query) => sum + query.pairs, 0);
  const share = count / pairs;
  const squares = byQuery.reduce((sum, query) => sum + (query.found - share * query.pairs) ** 2, 0);
  const clustered = (queries / Math.max(1, queries - 1)) * (squares / (pairs * pairs));
  const smoothed = (count + 1) / (pairs + 2);
  const variance = Math.max(clustered, (smoothed * (1 - smoothed)) / pairs);
  return { queries, pairs, found: count, share, variance };
}

/**
 * π in share = (1 − π)·reference + π·foreign: a source as a mixture of a reference with a share π of foreign pairs. 0
 * where it has no more than the reference.
 * @param foreign share of the kind among foreign pairs
 */
export function excessOf(share: number, reference: number, foreign: number): number {
  return foreign <= reference ? 0 : clampToUnit((share - reference) / (foreign - reference));
}

/** Share of the kind among foreign pairs, and its variance over draws of queries; 0 where it is known. */
export type ForeignShare = Pick<PairShare, 'share' | 'variance'>;

/** Of pairs that are copies of the positive all are near it. */
export const ALL_FOREIGN: ForeignShare = { share: 1, variance: 0 };

/**
 * The 95 % interval of π = (s − r)/(f − r), cut to [0, 1]: its variance is (var s + (1 − π)² var r + π² var f)/(f − r)², from
 * the derivatives by s, r and f.
 */
function excessInterval(
  source: PairShare,
  reference: PairShare,
  foreign: ForeignShare,
): { excess: number; excess_low: number; excess_high: number } {
  const excess = excessOf(source.share, reference.share, foreign.share);
  if (foreign.share <= reference.share) return { excess, excess_low: 0, excess_high: 1 };
  const variance = source.variance + (1 - excess) ** 2 * reference.variance + excess ** 2 * foreign.variance;
  const half = (TWO_SIDED_95 * Math.sqrt(variance)) / (foreign.share - reference.share);
  return { excess, excess_low: clampToUnit(excess - half), excess_high: clampToUnit(excess + half) };
}

/** Probability of such a difference between equal shares: 1 − Φ((a − b)/√(var a + var b)). */
export function chanceOfExcess(source: PairShare, reference: PairShare): number {
  const deviation = Math.sqrt(source.variance + reference.variance);
  return upperTail((source.share - reference.share) / deviation);
}

/**
 * Compares a source with references. It is flagged where it exceeds each of them, with a probability by chance below
 * `CALL_LEVEL` and by at least `LEAST_EXCESS`, and where there are `FEWEST_REFERENCES`. The largest p-value is that of
 * the null hypothesis that some reference has as much. No verdict with fewer than `FEWEST_QUERIES` queries, in the source
 * or in all references.
 */
export function judgeShare(
  source: PairShare,
  references: readonly PairShare[],
  foreign: ForeignShare,
): ShareVerdict {
  const { found, share } = source;
  const [highest] = references.toSorted((a, b) => b.share - a.share);
  const told =
    source.queries >= FEWEST_QUERIES && references.some(({ queries }) => queries >= FEWEST_QUERIES);
  if (!told || highest === undefined) {
    const none = { reference_share: null, excess: null, excess_low: null, excess_high: null, p_value: null };
    return { found, share, ...none, flagged: false };
  }
  const p = Math.max(...references.map((other) => chanceOfExcess(source, other)));
  const estimated = excessInterval(source, highest, foreign);
  const flagged =
    references.length >= FEWEST_REFERENCES && p <= CALL_LEVEL && estimated.excess >= LEAST_EXCESS;
  return { found, share, reference_share: highest.share, ...estimated, p_value: p, flagged };
}

/**
 * Compares every source of a run with the references, and a reference with the other ones.
 * @param references whether each source is a reference
 */
export function judgeShares(
  sources: readonly PairShare[],
  references: readonly boolean[],
  foreign: ForeignShare,
): ShareVerdict[] {
  return sources.map((source, s) =>
    judgeShare(
      source,
      sources.filter((_, other) => references[other] && other !== s),
      foreign,
    ),
  );
}
