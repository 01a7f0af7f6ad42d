/** Which pairs the audit shows, in what order, and which one is read: the parts of its address. */

import { MARKS, type Mark } from '../../candidates/marks/marks';
import type { FigureRange, RowSort } from '../../crossfilter/cross-filter';
import type { FigureId } from '../../crossfilter/figures';
import type { FoundId } from '../../crossfilter/found';
import { VERDICTS, type Verdict } from '../../judge/verdicts';

export type MarkFilter = 'none' | Mark;
/** In the order of the marks' codes. */
export const MARK_FILTERS: readonly MarkFilter[] = ['none', ...MARKS];

export type VerdictFilter = 'none' | Verdict;
/** In the order of the verdicts' codes. */
export const VERDICT_FILTERS: readonly VerdictFilter[] = ['none', ...VERDICTS];

/** A pair must pass every part; an empty part lets all pass. */
export interface PairFilter {
  readonly sources: readonly string[];
  /** Findings and buckets: all of them. */
  readonly found: readonly FoundId[];
  /** Ranges of figures: all of them. */
  readonly ranges: Readonly<Partial<Record<FigureId, FigureRange>>>;
  readonly marks: readonly MarkFilter[];
  /** What the judges say: any of them. */
  readonly verdicts: readonly VerdictFilter[];
  /** Part of the query, positive or negative; accents and case do not count. */
  readonly search: string;
  /** SQL whose answer holds the pairs; '' for none. */
  readonly sql: string;
}

export const NO_FILTER: PairFilter = {
  sources: [],
  found: [],
  ranges: {},
  marks: [],
  verdicts: [],
  search: '',
  sql: '',
};

export type PairSort = RowSort;
export type SortKey = RowSort['by'];

export const MOST_SUSPICIOUS: PairSort = { by: 'suspicion', descending: true };

export interface PairName {
  readonly source: string;
  /** 0-based record of the source, and 0-based place of the negative in it. */
  readonly record: number;
  readonly position: number;
}

/** What the page shows: all that was found, the pairs, or one pair to judge. */
export const AUDIT_TABS = ['findings', 'pairs', 'judge'] as const;
export type AuditTab = (typeof AUDIT_TABS)[number];

export interface AuditPlace {
  readonly filter: PairFilter;
  readonly sort: PairSort;
  /** The pair that is read; null: the first of the list. */
  readonly pair: PairName | null;
  readonly tab: AuditTab;
}

export const AUDIT_START: AuditPlace = {
  filter: NO_FILTER,
  sort: MOST_SUSPICIOUS,
  pair: null,
  tab: 'findings',
};

export function isOpen({ sources, found, ranges, marks, verdicts, search, sql }: PairFilter): boolean {
  const lists = [sources, found, marks, verdicts, Object.keys(ranges)];
  const chosen = lists.reduce((sum, list) => sum + list.length, 0);
  return chosen === 0 && search.trim() === '' && sql.trim() === '';
}

/** The list with or without a value, in the order of `all`. */
export function withValue<T>(
  all: readonly T[],
  chosen: readonly T[],
  value: T,
  isChosen: boolean,
): readonly T[] {
  return all.filter((each) => (each === value ? isChosen : chosen.includes(each)));
}

/** The filter with another range of a figure, its ends in either order; a range open at both ends is removed. */
export function withRange(filter: PairFilter, id: FigureId, { from, to }: FigureRange): PairFilter {
  const swapped = from !== null && to !== null && from > to;
  const ranges = { ...filter.ranges, [id]: swapped ? { from: to, to: from } : { from, to } };
  const closed = Object.entries(ranges).filter(([, { from, to }]) => from !== null || to !== null);
  return { ...filter, ranges: Object.fromEntries(closed) };
}
