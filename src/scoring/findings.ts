/** Known positives among the negatives. The paper's gates do not catch these (Section "Negative-Source Controls"): docs/METHOD.md. */

import { SMALLEST_EFFECT } from './audit';
import type { IdRecords } from './controls';
import { cosineToQuery } from './cosines';
import { sumOf } from './means';
import { pairRange, recordsOfPairs, type PairColumns } from './pairs';
import type { Corner } from './random-looking';

/** In the order of a report, in the words of the table of findings. One pair may have several. */
export const FINDINGS = [
  { id: 'same_text', words: 'positives of their own query' },
  { id: 'other_positive', words: 'positives of another query' },
  { id: 'near_text', words: 'near copies of the positive, by words' },
  { id: 'same_cut', words: 'equal to the positive after the cut' },
  { id: 'loose_positive', words: 'positives far from their query' },
] as const;

export type FindingId = (typeof FINDINGS)[number]['id'];

/** 1 for each pair that has a finding; null where it was not looked for. */
export type FindingColumns = Readonly<Record<FindingId, Uint8Array | null>>;

export function byFinding<T>(make: (id: FindingId) => T): Readonly<Record<FindingId, T>> {
  return Object.fromEntries(FINDINGS.map(({ id }) => [id, make(id)])) as Record<FindingId, T>;
}

function flaggedPairs(
  { offsets, negatives }: Pick<IdRecords, 'offsets' | 'negatives'>,
  isOfKind: (negative: number, record: number) => boolean,
): Uint8Array {
  return Uint8Array.from(recordsOfPairs(offsets), (record, pair) =>
    Number(isOfKind(negatives[pair], record)),
  );
}

/** Pairs whose negative is exactly the record's own positive. */
export function sameText(records: IdRecords): Uint8Array {
  return flaggedPairs(records, (passage, record) => passage === records.positives[record]);
}

/**
 * Pairs of records whose positive is far from the query by embedding and by words: swapped positives, another language, a wrong
 * join.
 * @param ties of each record, the share of the query's words that the positive has
 */
export function loosePositive(
  { offsets, margin, locality, distance }: Omit<PairColumns, 'coverage'>,
  ties: Float64Array,
  { cos_query: far, coverage: few }: Corner,
): Uint8Array {
  const found = new Uint8Array(margin.length);
  for (const [record, tie] of ties.entries()) {
    const { start, end } = pairRange(offsets, record);
    const own = (margin[start] ?? NaN) + cosineToQuery(locality[start] ?? NaN, distance[start] ?? NaN);
    if (tie <= few && own <= far) found.fill(1, start, end);
  }
  return found;
}

/** Pairs whose negative is exactly the positive of a record with another query. */
export function otherPositive(records: IdRecords, known: KnownPositives): Uint8Array {
  return flaggedPairs(records, (passage, record) => known.isOfAnother(passage, records.queries[record]));
}

/** The positives of all records of some sources, with their queries. */
export class KnownPositives {
  private readonly queries = new Map<number, Set<number>>();

  constructor(sources: readonly Pick<IdRecords, 'queries' | 'positives'>[]) {
    for (const { queries, positives } of sources) {
      positives.forEach((positive, record) => {
        this.queries.set(positive, (this.queries.get(positive) ?? new Set()).add(queries[record]));
      });
    }
  }

  /** True where a record with this query has this passage as its positive. */
  isOf(passage: number, query: number): boolean {
    return this.queries.get(passage)?.has(query) === true;
  }

  /** True where a record with another query has this passage as its positive. */
  isOfAnother(passage: number, query: number): boolean {
    const of = this.queries.get(passage);
    return of !== undefined && (of.size > 1 || !of.has(query));
  }
}

/** A text is boilerplate above this share of a source's queries, … */
const QUERY_SHARE = 0.01;
/** …from so many queries on, … */
const FEWEST = 10;
/** …and above so many times the mean over the source's distinct negatives, so that a small corpus is none. */
const TIMES_THE_MEAN = 10;

/** Whether so many of a source's negatives put it outside the ranking: the smallest share that counts. */
export function isMany(found: number, negatives: number): boolean {
  return found > 0 && found >= SMALLEST_EFFECT * negatives;
}

export type FileFindings = ReturnType<typeof fileFindings>;

/** Counts over all records of a source. */
export function fileFindings(records: IdRecords, known: KnownPositives) {
  const { queries, offsets, negatives } = records;
  const ofOthers = otherPositive(records, known);
  const texts = boilerplateOf(records);
  return {
    records: queries.length,
    pairs: negatives.length,
    copies: sumOf(sameText(records)),
    /** Pairs whose negative has the text of a positive of its own query: copies, and other positives of the query. */
    own_positives: sumOf(flaggedPairs(records, (passage, record) => known.isOf(passage, queries[record]))),
    /** Records with a negative that is a positive of another query. */
    records_with_other_positive: queries.filter((_, record) =>
      ofOthers.subarray(offsets[record], offsets[record + 1]).includes(1),
    ).length,
    /** Pairs of a text that stands as a negative of far too many queries, and how many such texts there are. */
    boilerplate: texts.reduce((sum, { pairs }) => sum + pairs, 0),
    boilerplate_texts: texts.length,
  };
}

/** Negatives of far too many queries, the most frequent first, each with the pairs that have it. */
export function boilerplateOf({ queries, offsets, negatives }: Omit<IdRecords, 'positives'>) {
  const pairs = timesOf(negatives);
  const distinct = pairs.reduce((count, times) => count + Number(times > 0), 0);
  const often = (TIMES_THE_MEAN * negatives.length) / Math.max(1, distinct);
  const most = Math.max(QUERY_SHARE * new Set(queries).size, FEWEST - 1, often);
  // Few passages stand in so many pairs: only their queries are counted.
  const queriesOf = new Map<number, Set<number>>();
  pairs.forEach((times, passage) => {
    if (times > most) queriesOf.set(passage, new Set());
  });
  if (queriesOf.size === 0) return [];
  recordsOfPairs(offsets).forEach((record, pair) => queriesOf.get(negatives[pair])?.add(queries[record]));
  return [...queriesOf]
    .flatMap(([passage, of]) => (of.size > most ? [{ passage, pairs: pairs[passage] }] : []))
    .sort((a, b) => b.pairs - a.pairs);
}

/** How often each id stands in a column, by the id. */
export function timesOf(ids: Int32Array): Int32Array {
  const times = new Int32Array(ids.reduce((most, id) => Math.max(most, id), -1) + 1);
  for (const id of ids) times[id]++;
  return times;
}
