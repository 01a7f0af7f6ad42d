/**
 * Known positives among the negatives. The paper's gates do not catch these (Section "Negative-Source Controls"), so they are
 * searched by text. docs/METHOD.md has what they find and what they miss.
 */

import type { IdRecords } from './controls';
import { cosineToQuery } from './cosines';
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

/** By finding: 1 for each pair that has it, 0 for the others; null where it was not looked for. */
export type FindingColumns = Readonly<Record<FindingId, Uint8Array | null>>;

/** Something for each finding. */
export function byFinding<T>(make: (id: FindingId) => T): Readonly<Record<FindingId, T>> {
  return Object.fromEntries(FINDINGS.map(({ id }) => [id, make(id)])) as Record<FindingId, T>;
}

/** 1 for each pair whose negative and record are of a kind. */
export function flaggedPairs(
  { offsets, negatives }: Pick<IdRecords, 'offsets' | 'negatives'>,
  isOfKind: (negative: number, record: number) => boolean,
): Uint8Array {
  return Uint8Array.from(recordsOfPairs(offsets), (record, pair) =>
    Number(isOfKind(negatives[pair], record)),
  );
}

/** For every pair: whether its negative is exactly the record's own positive. */
export function sameText(records: IdRecords): Uint8Array {
  return flaggedPairs(records, (passage, record) => passage === records.positives[record]);
}

/**
 * For every pair: whether the positive of its record is far from the query, which is one of swapped positives, of another
 * language, or of a wrong join: far from it by embedding, and without most of its words.
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

/** For every pair: whether its negative is exactly the positive of a record with another query. */
export function otherPositive(records: IdRecords, known: KnownPositives): Uint8Array {
  return flaggedPairs(records, (passage, record) => known.isOfAnother(passage, records.queries[record]));
}

/** The positives of all records of some sources, with their queries. */
export class KnownPositives {
  /** By positive: up to two of its queries. That is enough to answer for any query. */
  private readonly queries = new Map<number, { readonly first: number; other: number }>();
  /** Queries with their positives, each two as one number: fewer than 2²⁶ texts fit into memory. */
  private readonly own = new Set<number>();

  constructor(sources: readonly Pick<IdRecords, 'queries' | 'positives'>[]) {
    for (const { queries, positives } of sources) {
      positives.forEach((positive, record) => {
        const query = queries[record];
        this.own.add(query * 2 ** 26 + positive);
        const of = this.queries.get(positive);
        if (!of) this.queries.set(positive, { first: query, other: query });
        else if (of.first !== query) of.other = query;
      });
    }
  }

  /** True where a record with this query has this passage as its positive. */
  isOf(passage: number, query: number): boolean {
    return this.own.has(query * 2 ** 26 + passage);
  }

  /** True where a record with another query has this passage as its positive. */
  isOfAnother(passage: number, query: number): boolean {
    const of = this.queries.get(passage);
    return of !== undefined && (of.first !== query || of.other !== query);
  }
}
