/** Counts and rows of the linked views, against a plain filter over objects. */

import { describe, expect, it } from 'vitest';

import { BARS, CrossFilter, labelCode, OPEN, type RowFilter } from '../../src/crossfilter/cross-filter';
import { FOUND_IDS, foundBits } from '../../src/crossfilter/found';
import type { FlatPairs } from '../../src/scoring/flat-pairs';
import { PAIR_CHECKS } from '../../src/scoring/pair-checks';
import { firstRows } from '../../src/scoring/same-pairs';
import { flatPairs, scatteredPairs } from './flat-pairs';

const GATING = { tau: 0.05, weighting: 'full' } as const;
const FILE = { by: 'file', descending: false } as const;

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

/** A pair as the rules of SPEC.md have it, one field each. */
function plainRows(count: number) {
  return scatteredPairs(count).map((pair, row) => {
    const { m, l, distance, coverage, source, sameText } = pair;
    const rho = sigmoid(m / 0.05);
    const eta = sigmoid(l / 0.05);
    const psi = 1 - coverage;
    const found = [
      ...(distance * distance <= 0.2 ? ['near_positive'] : []),
      ...(sameText ? ['same_text'] : []),
      ...(row % 7 === 0 ? ['markup'] : []),
      ...(row % 5 === 0 ? ['evaluation'] : []),
    ];
    return {
      row,
      source,
      m,
      l,
      rho,
      eta,
      psi,
      w: rho * eta * psi,
      found,
      mark: row % 4,
      verdict: (row >> 3) % 4,
    };
  });
}

type PlainRow = ReturnType<typeof plainRows>[number];
const ROWS = plainRows(600);

/** Of four rows. */
const NO_LABELS = new Uint8Array(4);

const NOT_GIVEN = new Float64Array(600).fill(Number.NaN);

/** The linked views over some pairs. */
function viewsOf(pairs: FlatPairs, found: Uint16Array, given = NOT_GIVEN): CrossFilter {
  return new CrossFilter(pairs, found, given, firstRows(pairs.query, pairs.negative), GATING);
}

/** What files say: every seventh pair of all has markup, every fifth is of the evaluation. */
function inFiles(sources: Int32Array) {
  const bit = (check: (typeof PAIR_CHECKS)[number]) => 1 << PAIR_CHECKS.indexOf(check);
  return [10, 20, 30].map((source) => ({
    source,
    // The record of a row is its place among all.
    offsets: Int32Array.from({ length: 601 }, (_, row) => row),
    bits: Uint16Array.from(
      sources,
      (_, row) => (row % 7 === 0 ? bit('markup') : 0) | (row % 5 === 0 ? bit('evaluation') : 0),
    ),
  }));
}

const LABELS = Uint8Array.from(ROWS, ({ mark, verdict }) => labelCode(mark, verdict));

function crossFilter(): CrossFilter {
  const pairs = flatPairs(scatteredPairs(600));
  return viewsOf(pairs, foundBits(pairs, inFiles(pairs.source)));
}

/** The rows that pass all parts of a filter but those named. */
function passing(filter: RowFilter, ...but: readonly string[]): PlainRow[] {
  return ROWS.filter((row) => {
    const inRange = (id: 'rho' | 'eta' | 'psi' | 'w' | 'm' | 'l') => {
      const range = but.includes(id) ? undefined : filter.ranges[id];
      return row[id] >= (range?.from ?? -Infinity) && row[id] <= (range?.to ?? Infinity);
    };
    return (
      (but.includes('source') || filter.sources === null || filter.sources.includes(row.source)) &&
      (but.includes('found') ||
        filter.found.length === 0 ||
        filter.found.every((id) => row.found.includes(id))) &&
      (but.includes('mark') || filter.marks.length === 0 || filter.marks.includes(row.mark)) &&
      (but.includes('verdict') || filter.verdicts.length === 0 || filter.verdicts.includes(row.verdict)) &&
      inRange('rho') &&
      inRange('eta') &&
      inRange('psi') &&
      inRange('w') &&
      inRange('m') &&
      inRange('l')
    );
  });
}

function tally<T>(rows: readonly T[], size: number, place: (row: T) => number): number[] {
  const counts = new Array<number>(size).fill(0);
  for (const row of rows) counts[place(row)] = (counts[place(row)] ?? 0) + 1;
  return counts;
}

const FILTERS: readonly [string, RowFilter][] = [
  ['nothing', OPEN],
  ['a source', { ...OPEN, sources: [20] }],
  ['no source', { ...OPEN, sources: [] }],
  ['two findings', { ...OPEN, found: ['near_positive', 'markup'] }],
  ['a gate', { ...OPEN, ranges: { eta: { from: 0.2, to: 0.9 } } }],
  [
    'two gates and a source',
    { ...OPEN, sources: [10, 30], ranges: { rho: { from: 0.5, to: null }, psi: { from: null, to: 0.6 } } },
  ],
  ['the plane', { ...OPEN, ranges: { m: { from: 0, to: 0.3 }, l: { from: -0.1, to: null } } }],
  ['marks and a finding', { ...OPEN, marks: [0, 2], found: ['evaluation'] }],
  ['verdicts and marks', { ...OPEN, marks: [2, 3], verdicts: [1] }],
];

describe('linked views', () => {
  it('have a bit for each finding in a column of 16', () => {
    expect(FOUND_IDS.length).toBeLessThanOrEqual(16);
    expect(PAIR_CHECKS.length).toBeLessThanOrEqual(16);
  });

  it.each(FILTERS)('count under %s what a plain filter counts', (_, filter) => {
    const cross = crossFilter();
    const counts = cross.apply(filter, LABELS, 'rho');
    expect(counts.kept).toBe(passing(filter).length);
    expect(counts.sources).toEqual(tally(passing(filter, 'source'), 3, ({ source }) => source / 10 - 1));
    expect(counts.verdicts).toEqual(tally(passing(filter, 'verdict'), 4, ({ verdict }) => verdict));
    expect(counts.marks).toEqual(tally(passing(filter, 'mark'), 4, ({ mark }) => mark));
    for (const id of ['rho', 'eta', 'psi', 'w'] as const) {
      const { from, to, bars, all } = cross.apply(filter, LABELS, id).drawn;
      // At the edge of a bar the last digit decides.
      const values = cross.figuresOf(Int32Array.from(ROWS.keys()), id);
      const bar = ({ row }: PlainRow) =>
        Math.min(BARS - 1, Math.floor((BARS * ((values[row] as number) - from)) / (to - from)));
      expect(from).toBeCloseTo(Math.min(...ROWS.map((row) => row[id])), 12);
      expect(to).toBeCloseTo(Math.max(...ROWS.map((row) => row[id])), 12);
      expect(bars).toEqual(tally(passing(filter, id), BARS, bar));
      expect(all).toEqual(tally(ROWS, BARS, bar));
    }
    // What is left once the finding is chosen too.
    expect(counts.found).toEqual(
      FOUND_IDS.map((id) => passing({ ...filter, found: [...filter.found, id] }).length),
    );
    expect([...cross.rows(FILE)]).toEqual(passing(filter).map(({ row }) => row));
  });

  it('count what is found of each source, without what a mark takes away', () => {
    const cross = crossFilter();
    expect(cross.open(LABELS)).toEqual(
      [10, 20, 30].map((source) =>
        FOUND_IDS.map(
          (id) =>
            ROWS.filter((row) => row.source === source && row.mark < 2 && row.found.includes(id)).length,
        ),
      ),
    );
    const dropped = new Uint8Array(ROWS.length).fill(2);
    expect(
      cross
        .open(dropped)
        .flat()
        .every((count) => count === 0),
    ).toBe(true);
  });

  it('come to the same under one filter after another', () => {
    const cross = crossFilter();
    for (const [, filter] of [...FILTERS, ...FILTERS.toReversed()]) {
      expect(cross.apply(filter, LABELS, 'm')).toEqual(crossFilter().apply(filter, LABELS, 'm'));
    }
  });

  it('keep the pairs whose query, positive or negative holds the text', () => {
    const pair = { source: 1, m: 0, l: 0, distance: 1, coverage: 0 };
    const cross = viewsOf(
      flatPairs([
        { ...pair, query: 5, positive: 1, negative: 2 },
        { ...pair, query: 6, positive: 7, negative: 2 },
        { ...pair, query: 6, positive: 1, negative: 8 },
        { ...pair, query: 6, positive: 1, negative: 3 },
      ]),
      new Uint16Array(4),
    );
    const texts = { queries: Int32Array.of(5), passages: Int32Array.of(7, 8) };
    cross.apply({ ...OPEN, texts }, NO_LABELS, 'w');
    expect([...cross.rows(FILE)]).toEqual([0, 1, 2]);
    cross.apply(OPEN, NO_LABELS, 'w');
    expect([...cross.rows(FILE)]).toEqual([0, 1, 2, 3]);
  });

  it('keep the rows that a query gave', () => {
    const cross = crossFilter();
    const asked = Int32Array.of(3, 599, 0);
    const { kept, sources } = cross.apply({ ...OPEN, asked }, LABELS, 'w');
    expect(kept).toBe(3);
    expect(sources).toEqual(
      tally(
        ROWS.filter(({ row }) => asked.includes(row)),
        3,
        ({ source }) => source / 10 - 1,
      ),
    );
    expect([...cross.rows(FILE)]).toEqual([0, 3, 599]);
    expect(cross.apply({ ...OPEN, asked: new Int32Array(0) }, LABELS, 'w').kept).toBe(0);
    expect(cross.apply(OPEN, LABELS, 'w').kept).toBe(600);
  });

  it('keep the pairs that one source alone has', () => {
    const pair = { m: 0, l: 0, distance: 1, coverage: 0, query: 1 };
    const cross = viewsOf(
      flatPairs([
        { ...pair, source: 1, negative: 2 },
        { ...pair, source: 1, negative: 3 },
        { ...pair, source: 2, negative: 3 },
        { ...pair, source: 2, negative: 4 },
      ]),
      new Uint16Array(4),
    );
    const alone = { held: { from: null, to: 1 } };
    expect(cross.apply({ ...OPEN, ranges: alone }, NO_LABELS, 'w').sources).toEqual([1, 1]);
    cross.apply({ ...OPEN, sources: [2], ranges: alone }, NO_LABELS, 'w');
    expect([...cross.rows(FILE)]).toEqual([3]);
  });

  it('sort by a figure, ties in the order of the rows', () => {
    const pair = { source: 1, m: 0, l: 0, coverage: 0 };
    const cross = viewsOf(
      flatPairs([
        { ...pair, distance: 1 },
        { ...pair, distance: 0.5 },
        { ...pair, distance: 1 },
        { ...pair, distance: 1.2 },
      ]),
      new Uint16Array(4),
      Float64Array.of(NaN, 0.5, NaN, 0.9),
    );
    cross.apply(OPEN, NO_LABELS, 'w');
    // A larger distance is a smaller cosine.
    expect([...cross.rows({ by: 'cos', descending: true })]).toEqual([1, 0, 2, 3]);
    expect([...cross.rows({ by: 'cos', descending: false })]).toEqual([3, 0, 2, 1]);
    expect([...cross.rows({ by: 'file', descending: true })]).toEqual([3, 2, 1, 0]);
    // A pair without a score of its file stands last either way.
    expect([...cross.rows({ by: 'given', descending: true })]).toEqual([3, 1, 0, 2]);
    expect([...cross.rows({ by: 'given', descending: false })]).toEqual([1, 3, 0, 2]);
  });
});
