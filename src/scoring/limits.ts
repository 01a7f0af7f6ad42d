/**
 * Limits that miners put on negatives, with the meaning they have in sentence-transformers 6
 * (`mine_hard_negatives`), and what they take from a source. s is the score of query and negative; p is the smallest score of
 * the query and any positive that the source has for it. Scores are cosines of the run's encoder, or the file's own.
 */

import { cosineToQuery } from './cosines';
import { pairCount, pairRange, type PairColumns } from './pairs';

export type LimitId =
  'absolute_margin' | 'relative_margin' | 'max_score' | 'min_score' | 'num_negatives' | 'ranks';

/** A limit with its value. */
export interface Limit {
  readonly id: LimitId;
  /** Of `ranks`: how many of the first negatives of a record are skipped. */
  readonly value: number;
  /** Of `ranks` alone: the place, from 0, after the last that is kept. */
  readonly end: number;
}

/** What a limit looks at; one row a pair, in record order. */
export interface LimitColumns {
  /** records + 1 offsets. */
  readonly offsets: Int32Array;
  /** s. */
  readonly score: Float64Array;
  /** p. */
  readonly positive: Float64Array;
}

/**
 * s and p of a source's pairs under the run's encoder. p is s + m of the pair itself where the record's own positive is the
 * least: equal texts score the same, to the last digit.
 * @param queries of each record: equal numbers are the same query
 */
export function limitColumns(
  queries: ArrayLike<number>,
  { offsets, margin, locality, distance }: Omit<PairColumns, 'coverage'>,
): LimitColumns {
  const score = margin.map((_, pair) => cosineToQuery(locality[pair], distance[pair]));
  const own = Float64Array.from({ length: offsets.length - 1 }, (_, record) => {
    const { start } = pairRange(offsets, record);
    return score[start] + margin[start];
  });
  const least = leastOwn(queries, own);
  const positive = score.slice();
  least.forEach((cosine, record) => {
    const { start, end } = pairRange(offsets, record);
    const below = own[record] - cosine;
    for (let pair = start; pair < end; pair++) positive[pair] += margin[pair] - below;
  });
  return { offsets, score, positive };
}

/** s and p of pairs that have scores of their own. @param own score of each record's positive @param score s */
export function scoredColumns(
  queries: ArrayLike<number>,
  offsets: Int32Array,
  own: Float64Array,
  score: Float64Array,
): LimitColumns {
  const positive = new Float64Array(score.length);
  leastOwn(queries, own).forEach((least, record) => {
    const { start, end } = pairRange(offsets, record);
    positive.fill(least, start, end);
  });
  return { offsets, score, positive };
}

/** p: for each record the least score of a positive over all records with the same query (sentence-transformers PR 3819). */
export function leastOwn(queries: ArrayLike<number>, own: Float64Array): Float64Array {
  const least = new Map<number, number>();
  own.forEach((score, record) => {
    least.set(queries[record], Math.min(score, least.get(queries[record]) ?? Infinity));
  });
  return own.map((_, record) => least.get(queries[record]) as number);
}

/** s + m > p, in the order of sentence-transformers: rounding decides where they are equal. */
export function breaksAbsoluteMargin(score: number, positive: number, margin: number): boolean {
  return score + margin > positive;
}

/** s > p − |p|·m, in the order of sentence-transformers. */
export function breaksRelativeMargin(score: number, positive: number, margin: number): boolean {
  return score > positive - Math.abs(positive) * margin;
}

/** Whether a limit drops a negative. @param position of the negative in its record, from 0 */
function isDropped({ id, value, end }: Limit, score: number, positive: number, position: number): boolean {
  switch (id) {
    case 'absolute_margin':
      return breaksAbsoluteMargin(score, positive, value);
    case 'relative_margin':
      return breaksRelativeMargin(score, positive, value);
    case 'max_score':
      return score > value;
    case 'min_score':
      return score < value;
    case 'num_negatives':
      return position >= value;
    case 'ranks':
      return position < value || position >= end;
  }
}

/** 1 for each pair that a limit drops. */
export function droppedPairs({ offsets, score, positive }: LimitColumns, limit: Limit): Uint8Array {
  const dropped = new Uint8Array(score.length);
  for (let record = 0; record < offsets.length - 1; record++) {
    const { start, end } = pairRange(offsets, record);
    for (let pair = start; pair < end; pair++) {
      dropped[pair] = Number(isDropped(limit, score[pair], positive[pair], pair - start));
    }
  }
  return dropped;
}

/** Records that lose all their pairs. */
export function emptiedRecords(offsets: Int32Array, dropped: Uint8Array): number {
  let emptied = 0;
  for (let record = 0; record < offsets.length - 1; record++) {
    const { start, end } = pairRange(offsets, record);
    emptied += Number(end > start && !dropped.subarray(start, end).includes(0));
  }
  return emptied;
}

/**
 * How many records lose all their pairs, on average, where D of the N pairs are dropped at random: the sum over the
 * records of C(N − K, D − K) / C(N, D) = Π_{i < K} (D − i)/(N − i).
 */
export function emptiedByChance(offsets: Int32Array, dropped: number): number {
  const pairs = offsets[offsets.length - 1];
  let sum = 0;
  for (let record = 0; record < offsets.length - 1; record++) {
    const count = pairCount(offsets, record);
    let all = count === 0 ? 0 : 1;
    for (let i = 0; i < count && all > 0; i++) all *= Math.max(0, dropped - i) / (pairs - i);
    sum += all;
  }
  return sum;
}
