/**
 * Linked views over columns: which pairs pass a filter, and what each view counts of those that pass all parts but
 * its own. Every part of the filter is one bit in a column of failures, rewritten only where the part changed; one
 * pass over that column counts for all views.
 */

import type { FlatPairs } from '../scoring/flat-pairs';
import { FIGURE_IDS, figureColumns, type FigureColumns, type FigureId } from './figures';
import { bitsOf, FOUND_IDS, type FoundId } from './found';
import type { SamePairs } from '../scoring/same-pairs';
import type { Gating } from '../scoring/weightings';

/** `file`: the order of the rows. Ties stand in the order of the rows. `byQuery`: the rows of a query together, where its first one stands. */
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
  readonly asked: AskedRows | null;
}

/** The rows that a query gave. */
export interface AskedRows {
  /** The query. Rows of the same query are the same, though they cross between workers as copies. */
  readonly sql: string;
  readonly rows: Int32Array;
}

/** Ids of queries and of passages that a search found. */
export interface TextHits {
  /** What is searched. Hits of the same search are the same, though they cross between workers as copies. */
  readonly search: string;
  readonly queries: Int32Array;
  readonly passages: Int32Array;
}

/** Bars of the histogram. */
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

const SOURCE = 1;
const FOUND = 2;
const MARK = 4;
const TEXT = 8;
const figureBit = (id: FigureId): number => 16 << FIGURE_IDS.indexOf(id);
const ASKED = 16 << FIGURE_IDS.length;
const VERDICT = ASKED << 1;

/** Sets of findings and buckets. */
const SETS = 1 << FOUND_IDS.length;

/** Number of codes of marks, with that of no mark; and of verdicts. */
const CODES = 4;

/** Marks from this code on leave the cleaned files (`candidates/marks/marks.ts`). */
const LEAVING = 2;

/** The code of a row's label in the columns that the page sends: that of its mark, and of its verdict. */
export function labelCode(mark: number, verdict: number): number {
  return mark | (verdict << 2);
}

export class CrossFilter {
  /** Keys of the sources, in the order of their rows. */
  readonly sources: readonly number[];
  /** All pairs, counted as the views count those that pass. */
  readonly all: CrossCounts;

  /** Place in `sources` of every row. */
  private readonly place: Uint16Array;
  private readonly figures: FigureColumns;
  /** Bar of every row in the histogram of the figure that is drawn. */
  private bins: Omit<DrawnFigure, 'bars'> & { readonly of: Uint8Array };
  /** @see labelCode */
  private readonly labels: Uint8Array;
  /** Orders of the rows that were asked for: a filter never sorts. */
  private readonly orders = new Map<string, Int32Array>();
  /** {@link open}, which no filter changes. */
  private opened: number[][] | null = null;
  /** For every row the parts of the filter that it fails, as bits. */
  private readonly failed: Uint32Array;
  private filter: RowFilter = {
    sources: null,
    found: [],
    ranges: {},
    marks: [],
    verdicts: [],
    texts: null,
    asked: null,
  };

  constructor(
    private readonly pairs: FlatPairs,
    private readonly found: Uint16Array,
    given: Float64Array,
    same: SamePairs,
    gating: Gating,
  ) {
    const count = pairs.source.length;
    this.sources = [...new Set(pairs.source)];
    const places = new Map(this.sources.map((id, place) => [id, place]));
    this.place = Uint16Array.from(pairs.source, (id) => places.get(id) ?? 0);
    this.figures = figureColumns(pairs, given, same, gating);
    this.bins = this.binned('suspicion');
    this.labels = new Uint8Array(count);
    this.failed = new Uint32Array(count);
    this.all = this.count();
  }

  /** The figures of some rows, one array a figure. */
  figuresOf(rows: Int32Array, id: FigureId): Float64Array {
    return Float64Array.from(rows, (row) => this.figures[id][row]);
  }

  /** What a row is found for. */
  foundOf(row: number): FoundId[] {
    return FOUND_IDS.filter((_, i) => (this.found[row] & (1 << i)) !== 0);
  }

  /** Takes the code of the label of every row. @see labelCode */
  setLabels(codes: Uint8Array): void {
    this.labels.set(codes);
    this.opened = null;
    this.failMarks(this.filter.marks);
    this.failVerdicts(this.filter.verdicts);
  }

  /** By source, how many pairs have each of `FOUND_IDS` and no mark by which they leave, whatever the filter is. */
  get open(): readonly (readonly number[])[] {
    if (this.opened !== null) return this.opened;
    const counts = this.sources.map(() => new Array<number>(FOUND_IDS.length).fill(0));
    for (let row = 0; row < this.found.length; row++) {
      if (this.labels[row] % CODES >= LEAVING) continue;
      const own = counts[this.place[row]];
      for (let set = this.found[row], i = 0; set > 0; set >>= 1, i++) own[i] += set & 1;
    }
    return (this.opened = counts);
  }

  /** @param drawn the figure of the histogram */
  apply(filter: RowFilter, drawn: FigureId): CrossCounts {
    if (this.bins.id !== drawn) this.bins = this.binned(drawn);
    const before = this.filter;
    if (!sameList(before.sources, filter.sources)) this.failSources(filter.sources);
    if (!sameList(before.found, filter.found)) this.failFound(filter.found);
    if (!sameList(before.marks, filter.marks)) this.failMarks(filter.marks);
    if (!sameList(before.verdicts, filter.verdicts)) this.failVerdicts(filter.verdicts);
    if (before.texts?.search !== filter.texts?.search) this.failTexts(filter.texts);
    if (before.asked?.sql !== filter.asked?.sql) this.failAsked(filter.asked);
    for (const id of FIGURE_IDS) {
      const [old, range] = [before.ranges[id], filter.ranges[id]];
      if (old?.from !== range?.from || old?.to !== range?.to) this.failFigure(id, range);
    }
    this.filter = filter;
    return this.count();
  }

  /** The rows that pass, in an order. */
  rows(sort: RowSort): Int32Array {
    const { failed } = this;
    const order = this.ordered(sort);
    const rows = new Int32Array(order.length);
    // A bit a row stays in the second cache, however far the order jumps.
    const passes = new Uint32Array((order.length >> 5) + 1);
    for (let row = 0; row < failed.length; row++) passes[row >> 5] |= Number(failed[row] === 0) << row;
    let count = 0;
    for (let i = 0; i < order.length; i++) {
      const row = order[i];
      rows[count] = row;
      count += (passes[row >> 5] >>> row) & 1;
    }
    const passing = rows.slice(0, count);
    return sort.byQuery === true ? groupedByQuery(passing, this.pairs.query) : passing;
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
      const column = this.figures[by];
      const way = descending ? -1 : 1;
      order.sort((a, b) => way * (column[a] - column[b]) || a - b);
    }
    this.orders.set(key, order);
    return order;
  }

  private failSources(chosen: readonly number[] | null): void {
    const passes = this.sources.map((id) => chosen === null || chosen.includes(id));
    this.fail(SOURCE, (row) => !passes[this.place[row]]);
  }

  private failFound(chosen: readonly FoundId[]): void {
    const bits = bitsOf(chosen);
    this.fail(FOUND, (row) => (this.found[row] & bits) !== bits);
  }

  private failMarks(chosen: readonly number[]): void {
    this.fail(MARK, (row) => chosen.length > 0 && !chosen.includes(this.labels[row] % CODES));
  }

  private failVerdicts(chosen: readonly number[]): void {
    this.fail(VERDICT, (row) => chosen.length > 0 && !chosen.includes(this.labels[row] >> 2));
  }

  private failTexts(hits: TextHits | null): void {
    if (hits === null) {
      this.fail(TEXT, () => false);
      return;
    }
    const { query, positive, negative } = this.pairs;
    const queries = new Set(hits.queries);
    const passages = new Set(hits.passages);
    this.fail(
      TEXT,
      (row) => !queries.has(query[row]) && !passages.has(positive[row]) && !passages.has(negative[row]),
    );
  }

  private failAsked(asked: AskedRows | null): void {
    const rows = new Set(asked?.rows);
    this.fail(ASKED, (row) => asked !== null && !rows.has(row));
  }

  private failFigure(id: FigureId, range: FigureRange | undefined): void {
    const column = this.figures[id];
    const from = range?.from ?? -Infinity;
    const to = range?.to ?? Infinity;
    this.fail(figureBit(id), (row) => range !== undefined && !(column[row] >= from && column[row] <= to));
  }

  private fail(bit: number, fails: (row: number) => boolean): void {
    const { failed } = this;
    for (let row = 0; row < failed.length; row++) {
      failed[row] = fails(row) ? failed[row] | bit : failed[row] & ~bit;
    }
  }

  /** A value that is not known has no bar. */
  private binned(id: FigureId): CrossFilter['bins'] {
    const column = this.figures[id];
    let [from, to] = [Infinity, -Infinity];
    for (const value of column) {
      if (value < from) from = value;
      if (value > to) to = value;
    }
    if (!(from < to)) [from, to] = Number.isFinite(from) ? [from, from + 1] : [0, 1];
    const bar = (value: number) =>
      Number.isNaN(value) ? BARS : Math.min(BARS - 1, Math.floor((BARS * (value - from)) / (to - from)));
    const of = Uint8Array.from(column, bar);
    const all = new Array<number>(BARS).fill(0);
    for (const each of of) if (each < BARS) all[each]++;
    return { id, from, to, of, all };
  }

  private count(): CrossCounts {
    const { failed, place, found, labels, bins } = this;
    const bySource = new Int32Array(this.sources.length);
    const byMark = new Int32Array(CODES);
    const byVerdict = new Int32Array(CODES);
    const bars = new Int32Array(BARS);
    const drawnBit = figureBit(bins.id);
    // How many of the rows that pass have each set of bits.
    const foundSets = new Int32Array(SETS);
    let kept = 0;
    for (let row = 0; row < failed.length; row++) {
      const fails = failed[row];
      // A row that fails two parts counts in no other view.
      if ((fails & (fails - 1)) !== 0) continue;
      if (fails === 0) {
        kept++;
        foundSets[found[row]]++;
      }
      if ((fails & ~SOURCE) === 0) bySource[place[row]]++;
      if ((fails & ~MARK) === 0) byMark[labels[row] % CODES]++;
      if ((fails & ~VERDICT) === 0) byVerdict[labels[row] >> 2]++;
      if ((fails & ~drawnBit) === 0 && bins.of[row] < BARS) bars[bins.of[row]]++;
    }
    return {
      kept,
      sources: [...bySource],
      found: countsByBit(foundSets),
      marks: [...byMark],
      verdicts: [...byVerdict],
      drawn: { id: bins.id, from: bins.from, to: bins.to, bars: [...bars], all: bins.all },
    };
  }
}

/** How many rows have each bit of `FOUND_IDS`. @param sets how many have each set of bits */
function countsByBit(sets: Int32Array): number[] {
  return FOUND_IDS.map((_, i) => {
    let count = 0;
    for (let set = 1 << i; set < SETS; set++) if ((set & (1 << i)) !== 0) count += sets[set];
    return count;
  });
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

function sameList<T>(a: readonly T[] | null, b: readonly T[] | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
