/**
 * Known positives among the negatives: pairs whose negative is, or nearly is, the positive of some query. The paper's
 * gates do not catch these (Section "Negative-Source Controls": a positive of another query is target consistent,
 * local and lexically novel), so they are searched by text. docs/AUDIT.md has the definitions, what
 * they find and what they miss.
 */

import type { IdRecords } from './controls';
import { pairRange } from './pairs';

/** In the order of a report. One pair may have several. */
export const FINDINGS = [
  { id: 'same_text', words: 'same text as the positive' },
  { id: 'other_positive', words: 'same text as a positive of another query' },
  { id: 'near_text', words: 'nearly the words of the positive' },
] as const;

export type FindingId = (typeof FINDINGS)[number]['id'];

/** By finding: 1 for each pair that has it, 0 for the others; null where it was not looked for. */
export type FindingColumns = Readonly<Record<FindingId, Uint8Array | null>>;

/** A number of pairs for each finding; null where it was not looked for. */
export type FindingCounts = Readonly<Record<FindingId, number | null>>;

/** How many pairs have each finding. */
export function countFindings(columns: FindingColumns): FindingCounts {
  return mapFindings(columns, (column) => column?.reduce((sum, flag) => sum + flag, 0) ?? null);
}

/** Something for each finding, made from its column. */
export function mapFindings<T>(
  columns: FindingColumns,
  make: (column: Uint8Array | null) => T,
): Readonly<Record<FindingId, T>> {
  return Object.fromEntries(FINDINGS.map(({ id }) => [id, make(columns[id])])) as Record<FindingId, T>;
}

/** For every pair: whether its negative is exactly the record's own positive. */
export function sameText({ positives, offsets, negatives }: IdRecords): Uint8Array {
  const found = new Uint8Array(negatives.length);
  positives.forEach((positive, record) => {
    const { start, end } = pairRange(offsets, record);
    for (let pair = start; pair < end; pair++) found[pair] = Number(negatives[pair] === positive);
  });
  return found;
}

/** For every pair: whether its negative is exactly the positive of a record with another query. */
export function otherPositive(records: IdRecords, known: KnownPositives): Uint8Array {
  return flagged(records, (passage, query) => known.isPositiveOfAnother(passage, query));
}

/** For every pair: whether its negative is exactly the positive of a record with the same query. */
export function ownPositive(records: IdRecords, known: KnownPositives): Uint8Array {
  return flagged(records, (passage, query) => known.isPositiveOf(passage, query));
}

function flagged(
  { queries, offsets, negatives }: IdRecords,
  holds: (passage: number, query: number) => boolean,
): Uint8Array {
  const found = new Uint8Array(negatives.length);
  queries.forEach((query, record) => {
    const { start, end } = pairRange(offsets, record);
    for (let pair = start; pair < end; pair++) found[pair] = Number(holds(negatives[pair], query));
  });
  return found;
}

/** The positives of all records of some sources, with their queries. */
export class KnownPositives {
  /** By positive: up to two of its queries. That is enough to answer for any query. */
  private readonly queries = new Map<number, { readonly first: number; other: number }>();
  /** By query: its first positive, and further ones. */
  private readonly first = new Map<number, number>();
  private readonly further = new Map<number, Set<number>>();

  constructor(sources: readonly Pick<IdRecords, 'queries' | 'positives'>[]) {
    for (const { queries, positives } of sources) {
      positives.forEach((positive, record) => this.add(positive, queries[record]));
    }
  }

  private add(positive: number, query: number): void {
    const of = this.queries.get(positive);
    if (!of) this.queries.set(positive, { first: query, other: query });
    else if (of.first !== query) of.other = query;
    const first = this.first.get(query);
    if (first === undefined) this.first.set(query, positive);
    else if (first !== positive)
      this.further.set(query, (this.further.get(query) ?? new Set()).add(positive));
  }

  /** True where a record with this query has this passage as its positive. */
  isPositiveOf(passage: number, query: number): boolean {
    return this.first.get(query) === passage || this.further.get(query)?.has(passage) === true;
  }

  /** True where a record with another query has this passage as its positive. */
  isPositiveOfAnother(passage: number, query: number): boolean {
    const of = this.queries.get(passage);
    return of !== undefined && (of.first !== query || of.other !== query);
  }
}
