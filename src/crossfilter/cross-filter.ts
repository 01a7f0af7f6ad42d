/**
 * Linked views over columns: which pairs pass a filter, and what each view counts of those that pass all parts but its own. A pass
 * for each part that is set says who fails it; one more counts for all views. At 500,000 pairs that is fast enough for a hand.
 */

import type { FlatPairs } from '../scoring/flat-pairs';
import { distinctRows } from '../scoring/same-pairs';
import { FIGURE_IDS, figureColumns, type FigureColumns, type FigureId } from './figures';
import { bitsOf, FOUND_IDS, type FoundId } from './found';
import type { Gating } from '../scoring/weightings';

/** `file`: the order of the rows. Ties stand in the order of the rows, what is not known at the end. `byQuery`: the rows of a query together, where its first one stands. */
export interface RowSort {
  readonly by: 'file' | FigureId;
  readonly descending: boolean;
  readonly byQuery?: boolean;
}

/** An interval, both ends included; null: open on that side. */
export interface FigureRange {
  readonly from: number | null;
  readonly to: number | null;
}

/** A filter in terms of the columns. An empty part lets all pass. */
export interface RowFilter {
  /** Keys of sources, any of them; null for all. */
  readonly sources: readonly number[] | null;
  /** Findings and buckets, all of them. */
  readonly found: readonly FoundId[];
  /** Figures with their ranges, all of which must hold. */
  readonly ranges: Readonly<Partial<Record<FigureId, FigureRange>>>;
  /** Codes of marks, any of them. */
  readonly marks: readonly number[];
  /** Codes of verdicts, any of them. */
  readonly verdicts: readonly number[];
  /** Ids of the texts that a search found, if there is one. */
  readonly texts: TextHits | null;
  /** Rows that a query gave, if there is one. */
  readonly asked: Int32Array | null;
}

export const OPEN: RowFilter = {
  sources: null,
  found: [],
  ranges: {},
  marks: [],
  verdicts: [],
  texts: null,
  asked: null,
};

/** Ids of queries and of passages that a search found. */
export interface TextHits {
  readonly queries: Int32Array;
  readonly passages: Int32Array;
}

export const BARS = 40;

/** A figure's histogram: its bars between the least and the largest value. */
export interface DrawnFigure {
  readonly id: FigureId;
  readonly from: number;
  readonly to: number;
  /** Pairs that pass all parts of the filter but its own range, and all pairs. */
  readonly bars: readonly number[];
  readonly all: readonly number[];
}

/** What the views show. Each but `found` counts the pairs that pass all parts of the filter but its own. */
export interface CrossCounts {
  readonly kept: number;
  /** By source, in the order of {@link CrossFilter.sources}. */
  readonly sources: readonly number[];
  /** By finding and bucket, in the order of `FOUND_IDS`: pairs that pass the whole filter and have it. */
  readonly found: readonly number[];
  /** By code of the mark. */
  readonly marks: readonly number[];
  /** By code of the verdict. */
  readonly verdicts: readonly number[];
  /** Of the figure that was asked for. */
  readonly drawn: DrawnFigure;
}

/** Parts of a filter that a view shows, as bits of what a pair fails; one bit for all others. */
const SOURCE = 1;
const MARK = 2;
const VERDICT = 4;
const DRAWN = 8;
const OTHER = 16;

/** Number of codes of marks, with that of no mark; and of verdicts. */
const CODES = 4;

/** Marks from this code on leave the cleaned files (`candidates/marks/marks.ts`). */
const LEAVING = 2;

/** The code of a row's label in the column that the page sends: that of its mark, and of its verdict. */
export function labelCode(mark: number, verdict: number): number {
  return mark | (verdict << 2);
}

export class CrossFilter {
  /** Keys of the sources, in the order of their rows. */
  readonly sources: readonly number[];

  /** Place in `sources` of every row. */
  private readonly place: Uint16Array;
  private readonly figures: FigureColumns;
  /** Orders of the rows that were asked for: a filter never sorts. */
  private readonly orders = new Map<string, Int32Array>();
  /** The axis of the figure that was drawn last: no filter changes it. */
  private axis: Axis | null = null;
  /** The parts of the last filter that every row fails. */
  private readonly failed: Uint8Array;

  constructor(
    private readonly pairs: FlatPairs,
    private readonly found: Uint16Array,
    given: Float64Array,
    private readonly same: Int32Array,
    gating: Gating,
  ) {
    this.sources = [...new Set(pairs.source)];
    const places = new Map(this.sources.map((id, place) => [id, place]));
    this.place = Uint16Array.from(pairs.source, (id) => places.get(id) ?? 0);
    this.figures = figureColumns(pairs, given, same, gating);
    this.failed = new Uint8Array(pairs.source.length);
  }

  figuresOf(rows: Int32Array, id: FigureId): Float64Array {
    return Float64Array.from(rows, (row) => this.figures[id][row]);
  }

  foundOf(row: number): FoundId[] {
    return FOUND_IDS.filter((_, i) => (this.found[row] & (1 << i)) !== 0);
  }

  /** By source, how many pairs have each of `FOUND_IDS` and no mark by which they leave. @param labels as of {@link apply} */
  open(labels: Uint8Array): number[][] {
    const { place, found } = this;
    const counts = this.sources.map(() => FOUND_IDS.map(() => 0));
    for (let row = 0; row < found.length; row++) {
      if (labels[row] % CODES < LEAVING) countBits(counts[place[row]], found[row]);
    }
    return counts;
  }

  /**
   * Filters, and counts for every view.
   * @param labels the code of every row's label, see {@link labelCode}
   * @param drawn the figure of the histogram
   */
  apply(filter: RowFilter, labels: Uint8Array, drawn: FigureId): CrossCounts {
    this.fail(filter, labels, drawn);
    const { failed, place, found } = this;
    const bySource = new Int32Array(this.sources.length);
    const byMark = new Int32Array(CODES);
    const byVerdict = new Int32Array(CODES);
    if (this.axis?.id !== drawn) this.axis = axisOf(drawn, this.figures[drawn]);
    const { barOf, ...axis } = this.axis;
    const bars = new Int32Array(BARS + 1);
    const byFound = FOUND_IDS.map(() => 0);
    let kept = 0;
    for (let row = 0; row < failed.length; row++) {
      const fails = failed[row];
      if (fails >= OTHER) continue;
      if (fails === 0) {
        kept++;
        countBits(byFound, found[row]);
      }
      if ((fails & ~SOURCE) === 0) bySource[place[row]]++;
      if ((fails & ~MARK) === 0) byMark[labels[row] % CODES]++;
      if ((fails & ~VERDICT) === 0) byVerdict[labels[row] >> 2]++;
      if ((fails & ~DRAWN) === 0) bars[barOf[row]]++;
    }
    return {
      kept,
      sources: [...bySource],
      found: byFound,
      marks: [...byMark],
      verdicts: [...byVerdict],
      drawn: { ...axis, bars: [...bars.subarray(0, BARS)] },
    };
  }

  /** The rows that pass, in an order; of rows with the same pair only the first. */
  rows(sort: RowSort): Int32Array {
    const rows = distinctRows(this.same, this.ordered(sort), this.failed);
    return sort.byQuery === true ? groupedByQuery(rows, this.pairs.query) : rows;
  }

  /** Whether a row passes the filter. */
  passes(row: number): boolean {
    return this.failed[row] === 0;
  }

  /** Place in the colours of the plane: that of the row's source, the last one where several sources hold its pair. */
  colourOf(row: number): number {
    return this.figures.held[row] > 1 ? this.sources.length : this.place[row];
  }

  private ordered({ by, descending }: RowSort): Int32Array {
    const key = `${by} ${String(descending)}`;
    const known = this.orders.get(key);
    if (known) return known;
    const order = Int32Array.from(this.place.keys());
    if (by === 'file' && descending) order.reverse();
    if (by !== 'file') {
      const way = descending ? -1 : 1;
      const keys = this.figures[by].map((value) => (Number.isNaN(value) ? Infinity : way * value));
      order.sort((a, b) => keys[a] - keys[b] || a - b);
    }
    this.orders.set(key, order);
    return order;
  }

  /** Writes into `failed` which parts of a filter every row fails. */
  private fail(filter: RowFilter, labels: Uint8Array, drawn: FigureId): void {
    const { failed, place, found, figures, pairs } = this;
    const { sources, marks, verdicts, texts, asked } = filter;
    const keep = (part: number, passes: (row: number) => boolean) => {
      for (let row = 0; row < failed.length; row++) if (!passes(row)) failed[row] |= part;
    };
    failed.fill(0);
    if (sources !== null) {
      const isChosen = this.sources.map((id) => sources.includes(id));
      keep(SOURCE, (row) => isChosen[place[row]]);
    }
    if (filter.found.length > 0) {
      const bits = bitsOf(filter.found);
      keep(OTHER, (row) => (found[row] & bits) === bits);
    }
    if (marks.length > 0) {
      const isChosen = membersOf(marks);
      keep(MARK, (row) => isChosen[labels[row] % CODES] === 1);
    }
    if (verdicts.length > 0) {
      const isChosen = membersOf(verdicts);
      keep(VERDICT, (row) => isChosen[labels[row] >> 2] === 1);
    }
    if (texts !== null) {
      const [queries, passages] = [membersOf(texts.queries), membersOf(texts.passages)];
      const { query, positive, negative } = pairs;
      const isHit = (row: number) =>
        queries[query[row]] || passages[positive[row]] || passages[negative[row]];
      keep(OTHER, (row) => isHit(row) === 1);
    }
    if (asked !== null) {
      const members = membersOf(asked);
      keep(OTHER, (row) => members[row] === 1);
    }
    for (const id of FIGURE_IDS) {
      const range = filter.ranges[id];
      if (!range) continue;
      const [column, from, to] = [figures[id], range.from ?? -Infinity, range.to ?? Infinity];
      keep(id === drawn ? DRAWN : OTHER, (row) => column[row] >= from && column[row] <= to);
    }
  }
}

/** 1 at the place of each of some ids. */
function membersOf(ids: readonly number[] | Int32Array): Uint8Array {
  let most = -1;
  for (const id of ids) most = Math.max(most, id);
  const members = new Uint8Array(most + 1);
  for (const id of ids) members[id] = 1;
  return members;
}

/** What a histogram has whatever the filter is. */
interface Axis extends Omit<DrawnFigure, 'bars'> {
  /** The bar of every row; a value that is not known has one beyond the others. */
  readonly barOf: Uint8Array;
}

function axisOf(id: FigureId, column: Float64Array): Axis {
  let [from, to] = [Infinity, -Infinity];
  for (const value of column) {
    if (value < from) from = value;
    if (value > to) to = value;
  }
  if (!(from < to)) [from, to] = Number.isFinite(from) ? [from, from + 1] : [0, 1];
  const barOf = new Uint8Array(column.length);
  const all = new Array<number>(BARS + 1).fill(0);
  for (let row = 0; row < column.length; row++) {
    const place = Math.floor((BARS * (column[row] - from)) / (to - from));
    barOf[row] = Number.isNaN(place) ? BARS : Math.min(BARS - 1, place);
    all[barOf[row]]++;
  }
  return { id, from, to, barOf, all: all.slice(0, BARS) };
}

/** Counts a row for each of its bits. @param counts by bit */
function countBits(counts: number[], bits: number): void {
  for (let rest = bits; rest !== 0; rest &= rest - 1) counts[31 - Math.clz32(rest & -rest)]++;
}

/** Rows of a query one after the other, in the order of the first of each. @param query ids of the texts of every row */
function groupedByQuery(rows: Int32Array, query: Int32Array): Int32Array {
  const groups = new Map<number, number[]>();
  for (const row of rows) {
    const group = groups.get(query[row]);
    if (group) group.push(row);
    else groups.set(query[row], [row]);
  }
  return Int32Array.from([...groups.values()].flat());
}
