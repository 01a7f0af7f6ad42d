/**
 * Limits that miners put on negatives, with the meaning they have in sentence-transformers 6
 * (`mine_hard_negatives`), and what they take from a source. s is the score of query and negative; p is the smallest score of
 * the query and any positive that the source has for it. Scores are cosines of the run's encoder, or the file's own.
 */

import { cosineToQuery } from './cosines';
import { pairCount, pairRange, recordsOfPairs, type PairColumns } from './pairs';

export const LIMIT_IDS = [
  'absolute_margin',
  'relative_margin',
  'max_score',
  'min_score',
  'num_negatives',
  'ranks',
  'cos_positive',
  'suspicion',
] as const;

/** The last two are no miner's: they look at the positive, which a miner does not need. */
export type LimitId = (typeof LIMIT_IDS)[number];

/** A limit with its value. */
export interface Limit {
  readonly id: LimitId;
  /** Of `ranks`: how many of the first negatives of a record are skipped. */
  readonly value: number;
  /** Of `ranks` alone: the place, from 0, after the last that is kept. */
  readonly end: number;
}

/** What limits look at; one row a pair, in record order. */
export interface LimitColumns {
  /** records + 1 offsets. */
  readonly offsets: Int32Array;
  /** s. */
  readonly score: Float64Array;
  /** p. */
  readonly positive: Float64Array;
  /** v⁻·v⁺. */
  readonly cosPositive: Float64Array;
  /** @see suspicion */
  readonly suspicion: Float64Array;
}

/** A miner's limits look at these alone. */
export type ScoreColumns = Pick<LimitColumns, 'offsets' | 'score' | 'positive'>;

/**
 * s and p of a source's pairs under the run's encoder. p is s + m of the pair itself where the record's own positive is the
 * least: equal texts score the same, to the last digit.
 * @param queries of each record: equal numbers are the same query
 */
export function limitColumns(
  queries: Int32Array,
  { offsets, margin, locality, distance }: Omit<PairColumns, 'coverage'>,
): ScoreColumns {
  const score = margin.map((_, pair) => cosineToQuery(locality[pair], distance[pair]));
  const own = Float64Array.from(queries, (_, record) => score[offsets[record]] + margin[offsets[record]]);
  const below = leastOwn(queries, own).map((least, record) => own[record] - least);
  const recordOf = recordsOfPairs(offsets);
  const positive = score.map((s, pair) => s + (margin[pair] - below[recordOf[pair]]));
  return { offsets, score, positive };
}

/** s and p of pairs that have scores of their own. @param own score of each record's positive @param score s */
export function scoredColumns(
  queries: Int32Array,
  offsets: Int32Array,
  own: Float64Array,
  score: Float64Array,
): ScoreColumns {
  const least = leastOwn(queries, own);
  const positive = Float64Array.from(recordsOfPairs(offsets), (record) => least[record]);
  return { offsets, score, positive };
}

/** p: for each record the least score of a positive over all records with the same query (sentence-transformers PR 3819). */
function leastOwn(queries: Int32Array, own: Float64Array): Float64Array {
  const least = new Map<number, number>();
  queries.forEach((query, record) => {
    least.set(query, Math.min(own[record], least.get(query) ?? Infinity));
  });
  return Float64Array.from(queries, (query) => least.get(query) as number);
}

/** s + m > p, in the order of sentence-transformers: rounding decides where they are equal. */
export function breaksAbsoluteMargin(score: number, positive: number, margin: number): boolean {
  return score + margin > positive;
}

/** s > p − |p|·m, in the order of sentence-transformers. */
export function breaksRelativeMargin(score: number, positive: number, margin: number): boolean {
  return score > positive - Math.abs(positive) * margin;
}

/** Whether a limit drops a pair. @param position of the negative in its record, from 0 */
function isDropped(
  { score, positive, cosPositive, suspicion }: Omit<LimitColumns, 'offsets'>,
  { id, value, end }: Limit,
  pair: number,
  position: number,
): boolean {
  switch (id) {
    case 'absolute_margin':
      return breaksAbsoluteMargin(score[pair], positive[pair], value);
    case 'relative_margin':
      return breaksRelativeMargin(score[pair], positive[pair], value);
    case 'max_score':
      return score[pair] > value;
    case 'min_score':
      return score[pair] < value;
    case 'num_negatives':
      return position >= value;
    case 'ranks':
      return position < value || position >= end;
    case 'cos_positive':
      return cosPositive[pair] >= value;
    case 'suspicion':
      return suspicion[pair] >= value;
  }
}

/** What limits of one kind drop. */
interface LimitCurve {
  /** For each pair the place of the first limit that drops it; the number of limits where none does. */
  readonly first: Int32Array;
  /** By limit: the pairs that it drops, and the records that lose all their pairs. */
  readonly dropped: readonly number[];
  readonly emptied: readonly number[];
}

/** @param limits of one kind, mildest first: each drops what the one before it drops */
export function limitCurve(columns: LimitColumns, limits: readonly Limit[]): LimitCurve {
  const { offsets, score } = columns;
  const first = new Int32Array(score.length);
  const [dropped, emptied] = [0, 1].map(() => new Array<number>(limits.length + 1).fill(0));
  for (let record = 0; record < offsets.length - 1; record++) {
    const { start, end } = pairRange(offsets, record);
    let last = 0;
    for (let pair = start; pair < end; pair++) {
      let [from, to] = [0, limits.length];
      while (from < to) {
        const middle = (from + to) >> 1;
        if (isDropped(columns, limits[middle], pair, pair - start)) to = middle;
        else from = middle + 1;
      }
      first[pair] = from;
      dropped[from]++;
      last = Math.max(last, from);
    }
    if (end > start) emptied[last]++;
  }
  const upTo = (counts: readonly number[]) => {
    let sum = 0;
    return counts.slice(0, limits.length).map((count) => (sum += count));
  };
  return { first, dropped: upTo(dropped), emptied: upTo(emptied) };
}

/** 1 for each pair that a limit drops. */
export function droppedPairs(columns: LimitColumns, limit: Limit): Uint8Array {
  return Uint8Array.from(limitCurve(columns, [limit]).first, (place) => Number(place === 0));
}

/**
 * How many records lose all their pairs, on average, where D of the N pairs are dropped at random: the sum over the
 * records of C(N − K, D − K) / C(N, D) = Π_{i < K} (D − i)/(N − i).
 * @param byCount number of records by K
 */
export function emptiedByChance(byCount: ReadonlyMap<number, number>, dropped: number): number {
  let pairs = 0;
  for (const [count, records] of byCount) pairs += count * records;
  let sum = 0;
  for (const [count, records] of byCount) {
    let all = count === 0 ? 0 : records;
    for (let i = 0; i < count && all > 0; i++) all *= Math.max(0, dropped - i) / (pairs - i);
    sum += all;
  }
  return sum;
}

/** Number of records by their number of pairs. */
export function recordsByCount(offsets: Int32Array): Map<number, number> {
  const byCount = new Map<number, number>();
  for (let record = 0; record < offsets.length - 1; record++) {
    const count = pairCount(offsets, record);
    byCount.set(count, (byCount.get(count) ?? 0) + 1);
  }
  return byCount;
}
