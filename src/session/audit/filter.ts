/** Which pairs the audit shows, in what order, and which one is read: plain objects that stand in the address. */

import type { FigureId } from './figures';
import type { FoundId } from './found';

/** What a user may have said of a pair; `none` where nothing was said. */
export const MARK_FILTERS = ['none', 'keep', 'drop', 'false-negative'] as const;
export type MarkFilter = (typeof MARK_FILTERS)[number];

/** Values from one end to the other, both counted in; null: open there. */
export interface FigureRange {
  readonly from: number | null;
  readonly to: number | null;
}

/** A pair passes where it passes every part; a part that is empty lets all pass. */
export interface PairFilter {
  /** Names of sources, any of which. */
  readonly sources: readonly string[];
  /** Findings and buckets, any of which. */
  readonly found: readonly FoundId[];
  /** Figures, all of which lie in their ranges. */
  readonly ranges: Readonly<Partial<Record<FigureId, FigureRange>>>;
  /** Marks, any of which. */
  readonly marks: readonly MarkFilter[];
  /** Part of the query, positive or negative; accents and case do not count. */
  readonly search: string;
}

export const NO_FILTER: PairFilter = { sources: [], found: [], ranges: {}, marks: [], search: '' };

/** What the list can be sorted by: a figure, or the order of the files. */
export type SortKey = 'file' | FigureId;

export interface PairSort {
  readonly by: SortKey;
  readonly descending: boolean;
}

export const MOST_SUSPICIOUS: PairSort = { by: 'suspicion', descending: true };

/** One pair, as a link names it. */
export interface PairName {
  readonly source: string;
  /** 0-based record of the source, and 0-based place of the negative in it. */
  readonly record: number;
  readonly position: number;
}

/** What the middle of the page shows: the pairs, or the rejects of the files. */
export type AuditTab = 'pairs' | 'rejects';

/** Where someone is on the Audit page. */
export interface AuditPlace {
  readonly filter: PairFilter;
  readonly sort: PairSort;
  /** The pair that is read; null: the first of the list. */
  readonly pair: PairName | null;
  /** Whether the reader shows the whole record of the pair. */
  readonly wholeRecord: boolean;
  readonly tab: AuditTab;
}

export const AUDIT_START: AuditPlace = {
  filter: NO_FILTER,
  sort: MOST_SUSPICIOUS,
  pair: null,
  wholeRecord: false,
  tab: 'pairs',
};

/** True where every pair passes. */
export function isOpen({ sources, found, ranges, marks, search }: PairFilter): boolean {
  return (
    sources.length + found.length + marks.length + Object.keys(ranges).length === 0 && search.trim() === ''
  );
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

/** The filter with another range of a figure; one that is open at both ends goes. */
export function withRange(filter: PairFilter, id: FigureId, range: FigureRange): PairFilter {
  const ranges = { ...filter.ranges, [id]: range };
  const closed = Object.entries(ranges).filter(([, { from, to }]) => from !== null || to !== null);
  return { ...filter, ranges: Object.fromEntries(closed) };
}
