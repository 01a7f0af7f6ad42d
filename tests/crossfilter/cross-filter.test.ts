/** Counts and rows of the linked views, against a plain filter over objects. */

import { describe, expect, it } from 'vitest';

import { CrossFilter, labelCode, type RowFilter } from '../../src/crossfilter/cross-filter';
import { FOUND_IDS } from '../../src/crossfilter/found';
import { flatPairs, scatteredPairs } from './flat-pairs';

const GATING = { tau: 0.05, weighting: 'full' } as const;
const OPEN: RowFilter = {
  sources: null,
  found: [],
  ranges: {},
  marks: [],
  verdicts: [],
  texts: null,
  asked: null,
};
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
      ...(rho < 0.5 ? ['inversion'] : []),
      ...(eta <= 0.25 ? ['low_locality'] : []),
      ...(coverage >= 0.5 ? ['high_coverage'] : []),
      ...(rho >= 0.75 && eta >= 0.75 && coverage >= 0.5 ? ['valid_high_coverage'] : []),
      ...(rho >= 0.75 && psi >= 0.75 && eta <= 0.25 ? ['valid_low_locality'] : []),
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

function crossFilter(): CrossFilter {
  const cross = new CrossFilter(flatPairs(scatteredPairs(600)), GATING);
  cross.setLabels(Uint8Array.from(ROWS, ({ mark, verdict }) => labelCode(mark, verdict)));
  return cross;
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
  ['two findings', { ...OPEN, found: ['near_positive', 'inversion'] }],
  ['a gate', { ...OPEN, ranges: { eta: { from: 0.2, to: 0.9 } } }],
  [
    'two gates and a source',
    { ...OPEN, sources: [10, 30], ranges: { rho: { from: 0.5, to: null }, psi: { from: null, to: 0.6 } } },
  ],
  ['the plane', { ...OPEN, ranges: { m: { from: 0, to: 0.3 }, l: { from: -0.1, to: null } } }],
  ['marks and a finding', { ...OPEN, marks: [0, 2], found: ['high_coverage'] }],
  ['verdicts and marks', { ...OPEN, marks: [2, 3], verdicts: [1] }],
];

describe('linked views', () => {
  it.each(FILTERS)('count under %s what a plain filter counts', (_, filter) => {
    const cross = crossFilter();
    const counts = cross.apply(filter);
    expect(counts.kept).toBe(passing(filter).length);
    expect(counts.chosen).toBe(passing(filter, 'm', 'l').length);
    expect(counts.sources).toEqual(tally(passing(filter, 'source'), 3, ({ source }) => source / 10 - 1));
    expect(counts.verdicts).toEqual(tally(passing(filter, 'verdict'), 4, ({ verdict }) => verdict));
    expect(counts.marks).toEqual(tally(passing(filter, 'mark'), 4, ({ mark }) => mark));
    for (const id of ['rho', 'eta', 'psi', 'w'] as const) {
      const bins = tally(passing(filter, id), 24, (row) => Math.min(23, Math.floor(row[id] * 24)));
      expect(counts.histograms[id]).toEqual(bins);
    }
    // What is left once the finding is chosen too.
    expect(counts.found).toEqual(
      FOUND_IDS.map((id) => passing({ ...filter, found: [...filter.found, id] }).length),
    );
    expect(counts.cells).toEqual(
      [10, 20, 30].map((source) =>
        FOUND_IDS.map(
          (id) =>
            passing(filter, 'source', 'found').filter(
              (row) => row.source === source && row.found.includes(id),
            ).length,
        ),
      ),
    );
    expect([...cross.rows(FILE)]).toEqual(passing(filter).map(({ row }) => row));
  });

  it('count what is found once a pair, without what a mark takes away', () => {
    const cross = crossFilter();
    // Every two rows are one pair.
    const first = Int32Array.from(ROWS, ({ row }) => row - (row % 2));
    const open = new Set(
      ROWS.flatMap(({ row, mark, found }) => (mark < 2 ? found.map((id) => `${row - (row % 2)} ${id}`) : [])),
    );
    expect(cross.open(first)).toEqual(
      FOUND_IDS.map((id) => [...open].filter((each) => each.endsWith(` ${id}`)).length),
    );
    cross.setLabels(new Uint8Array(ROWS.length).fill(2));
    expect(cross.open(first)).toEqual(FOUND_IDS.map(() => 0));
  });

  it('come to the same under one filter after another', () => {
    const cross = crossFilter();
    for (const [, filter] of [...FILTERS, ...FILTERS.toReversed()]) {
      expect(cross.apply(filter)).toEqual(crossFilter().apply(filter));
    }
  });

  it('keep the pairs whose query, positive or negative holds the text', () => {
    const pair = { source: 1, m: 0, l: 0, distance: 1, coverage: 0 };
    const cross = new CrossFilter(
      flatPairs([
        { ...pair, query: 5, positive: 1, negative: 2 },
        { ...pair, query: 6, positive: 7, negative: 2 },
        { ...pair, query: 6, positive: 1, negative: 8 },
        { ...pair, query: 6, positive: 1, negative: 2 },
      ]),
      GATING,
    );
    cross.apply({
      ...OPEN,
      texts: { search: 'a', queries: Int32Array.of(5), passages: Int32Array.of(7, 8) },
    });
    expect([...cross.rows(FILE)]).toEqual([0, 1, 2]);
    cross.apply(OPEN);
    expect([...cross.rows(FILE)]).toEqual([0, 1, 2, 3]);
  });

  it('keep the rows that a query gave', () => {
    const cross = crossFilter();
    const asked = { sql: 'SELECT', rows: Int32Array.of(3, 599, 0) };
    const { kept, sources } = cross.apply({ ...OPEN, asked });
    expect(kept).toBe(3);
    expect(sources).toEqual(
      tally(
        ROWS.filter(({ row }) => [...asked.rows].includes(row)),
        3,
        ({ source }) => source / 10 - 1,
      ),
    );
    expect([...cross.rows(FILE)]).toEqual([0, 3, 599]);
    expect(cross.apply({ ...OPEN, asked: { sql: 'none', rows: new Int32Array(0) } }).kept).toBe(0);
    expect(cross.apply(OPEN).kept).toBe(600);
  });

  it('sort by a figure, ties in the order of the rows', () => {
    const pair = { source: 1, m: 0, l: 0, coverage: 0 };
    const cross = new CrossFilter(
      flatPairs([
        { ...pair, distance: 1 },
        { ...pair, distance: 0.5 },
        { ...pair, distance: 1 },
        { ...pair, distance: 1.2 },
      ]),
      GATING,
    );
    // A larger distance is a smaller cosine.
    expect([...cross.rows({ by: 'cos', descending: true })]).toEqual([1, 0, 2, 3]);
    expect([...cross.rows({ by: 'cos', descending: false })]).toEqual([3, 0, 2, 1]);
    expect([...cross.rows({ by: 'file', descending: true })]).toEqual([3, 2, 1, 0]);
  });
});
