/** The class of the views' worker: the pairs of a run as columns, and what the page may ask of them. */

import type { FlatPairs } from '../scoring/flat-pairs';
import { CrossFilter, OPEN, type CrossCounts, type RowFilter, type RowSort } from './cross-filter';
import { FIGURE_IDS, type FigureId } from './figures';
import { FOUND_IDS, foundBits, type FoundId } from './found';
import { paintPlane, type Picture, type PlaneRequest } from './plane';
import type { FoundInFile } from '../scoring/pair-checks';
import { firstRows } from '../scoring/same-pairs';
import type { Gating } from '../scoring/weightings';

/** What is known of the pairs before any filter. */
export interface PairsLoaded {
  readonly pairs: number;
  /** Keys of the sources, in the order of all counts. */
  readonly sources: readonly number[];
  readonly all: CrossCounts;
  /** As in {@link ViewAnswer}, before a mark is known. */
  readonly open: ViewAnswer['open'];
  /** Least and greatest m, and l. */
  readonly m: readonly [number, number];
  readonly l: readonly [number, number];
  /** Of {@link firstRows}. */
  readonly same: Int32Array;
}

export interface ViewAnswer {
  readonly counts: CrossCounts;
  /** Rows that pass, in the order asked for; of rows with the same pair only the first. */
  readonly rows: Int32Array;
  /** The chosen pairs in the plane; null where no plane was asked for. */
  readonly chosen: Picture | null;
  /** By source, pairs with each of `FOUND_IDS` that no mark takes away, whatever the filter is. */
  readonly open: readonly (readonly number[])[];
}

/** One pair: its place, its texts' ids, its figures and what it was found for. */
export interface ViewedPair {
  readonly row: number;
  readonly source: number;
  readonly record: number;
  readonly position: number;
  readonly query: number;
  readonly positive: number;
  readonly negative: number;
  readonly distance: number;
  readonly figures: Readonly<Record<FigureId, number>>;
  readonly found: readonly FoundId[];
}

/** What a file says of the pairs of a source. */
export interface PairsOfFile {
  readonly found: FoundInFile;
  /** Null where not every text has a score. */
  readonly scores: { readonly offsets: Int32Array; readonly negatives: Float64Array } | null;
}

/** What the worker offers to the page. */
export type PairViewsApi = Pick<PairViews, keyof PairViews>;

export class PairViews {
  private loaded: {
    readonly pairs: FlatPairs;
    readonly found: Uint16Array;
    readonly given: Float64Array;
    readonly cross: CrossFilter;
    readonly same: Int32Array;
  } | null = null;

  /** Takes the pairs of a run in place of earlier ones. @param files what their files say of them */
  load(pairs: FlatPairs, gating: Gating, files: readonly PairsOfFile[]): PairsLoaded {
    const found = foundBits(
      pairs,
      files.map((file) => file.found),
    );
    const given = givenScores(pairs, files);
    const same = firstRows(pairs.query, pairs.negative);
    const cross = new CrossFilter(pairs, found, given, same, gating);
    this.loaded = { pairs, found, given, cross, same };
    return {
      pairs: pairs.source.length,
      sources: cross.sources,
      all: allOf(cross, pairs),
      open: cross.open(unlabelled(pairs)),
      m: endsOf(pairs.margin),
      l: endsOf(pairs.locality),
      same,
    };
  }

  /** Recomputes gates and weights at another temperature or weighting. */
  recompute(gating: Gating): CrossCounts {
    const { pairs, found, given, same } = this.now();
    const cross = new CrossFilter(pairs, found, given, same, gating);
    this.loaded = { pairs, found, given, cross, same };
    return allOf(cross, pairs);
  }

  /**
   * The views under a filter, and the rows that pass in an order.
   * @param labels as of {@link CrossFilter.apply}
   * @param plane how the chosen pairs are drawn; null where they are not
   */
  view(
    filter: RowFilter,
    labels: Uint8Array,
    sort: RowSort,
    drawn: FigureId,
    plane: PlaneRequest | null = null,
  ): ViewAnswer {
    const { pairs, cross } = this.now();
    const counts = cross.apply(filter, labels, drawn);
    const isDrawn = (row: number) => cross.passes(row);
    return {
      counts,
      rows: cross.rows(sort),
      chosen: plane && paintPlane(plane, pairs, isDrawn, (row) => cross.colourOf(row)),
      open: cross.open(labels),
    };
  }

  pairsOf(rows: Int32Array): ViewedPair[] {
    const { pairs, cross } = this.now();
    const columns = FIGURE_IDS.map((id) => [id, cross.figuresOf(rows, id)] as const);
    return Array.from(rows, (row, i) => ({
      row,
      source: pairs.source[row],
      record: pairs.record[row],
      position: pairs.position[row],
      query: pairs.query[row],
      positive: pairs.positive[row],
      negative: pairs.negative[row],
      distance: pairs.distance[row],
      figures: Object.fromEntries(columns.map(([id, column]) => [id, column[i]])) as Record<FigureId, number>,
      found: cross.foundOf(row),
    }));
  }

  /** Rows that are found for something, whatever the filter is. */
  rowsFound(id: FoundId): Int32Array {
    const { found } = this.now();
    const bit = 1 << FOUND_IDS.indexOf(id);
    return Int32Array.from(found.keys()).filter((row) => (found[row] & bit) !== 0);
  }

  /** @throws Error where nothing was loaded */
  private now(): NonNullable<typeof this.loaded> {
    if (this.loaded === null) throw new Error('No pairs were given to the linked views.');
    return this.loaded;
  }
}

const unlabelled = ({ source }: FlatPairs) => new Uint8Array(source.length);

/** All pairs, counted as the views count those that pass. */
function allOf(cross: CrossFilter, pairs: FlatPairs): CrossCounts {
  return cross.apply(OPEN, unlabelled(pairs), 'suspicion');
}

/** The files' own scores of all rows; NaN where a file has none. */
function givenScores({ source, record, position }: FlatPairs, files: readonly PairsOfFile[]): Float64Array {
  const of = new Map(files.map(({ found, scores }) => [found.source, scores]));
  return Float64Array.from(source, (id, row) => {
    const scores = of.get(id);
    return scores ? scores.negatives[scores.offsets[record[row]] + position[row]] : NaN;
  });
}

/** Least and greatest value of a column; 0 and 0 of an empty one. */
function endsOf(column: Float64Array): readonly [number, number] {
  if (column.length === 0) return [0, 0];
  let [least, most] = [Infinity, -Infinity];
  for (const value of column) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return [least, most];
}
