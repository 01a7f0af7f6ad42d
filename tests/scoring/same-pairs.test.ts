/** Rows of one query with one negative, in any source. */

import { describe, expect, it } from 'vitest';

import { OPEN } from '../../src/crossfilter/cross-filter';
import { PairViews } from '../../src/crossfilter/pair-views';
import { distinctRows, firstRows, rowsByPair, sourcesHolding } from '../../src/scoring/same-pairs';
import { flatPairs } from '../crossfilter/flat-pairs';

/** Rows 0, 2 and 5 are one pair, 1 and 4 another; 3 has the query of the first and the negative of the second. */
const QUERY = Int32Array.of(0, 1, 0, 0, 1, 0);
const NEGATIVE = Int32Array.of(7, 7, 7, 8, 7, 7);
const SOURCE = Int32Array.of(10, 10, 20, 20, 10, 30);

describe('rows with the same pair', () => {
  const same = firstRows(QUERY, NEGATIVE);

  it('are known from any of them', () => {
    const rowsOf = rowsByPair(same);
    expect([0, 1, 2, 3, 4, 5].map((row) => rowsOf([row]))).toEqual([
      [0, 2, 5],
      [1, 4],
      [0, 2, 5],
      [3],
      [1, 4],
      [0, 2, 5],
    ]);
    expect(rowsOf([4, 5])).toEqual([1, 4, 0, 2, 5]);
    expect(rowsOf([])).toEqual([]);
  });

  it('are one row of a list: the first in its order', () => {
    const none = new Uint8Array(QUERY.length);
    expect([...distinctRows(same, Int32Array.of(5, 4, 3, 2, 1, 0), none)]).toEqual([5, 4, 3]);
    expect([...distinctRows(same, Int32Array.of(2), none)]).toEqual([2]);
  });

  it('stand in so many sources', () => {
    expect([...sourcesHolding(same, SOURCE)]).toEqual([3, 1, 3, 1, 1, 3]);
  });

  it('count each in the views, and stand once in their list', () => {
    const pair = { m: 0, l: 0, coverage: 0 };
    const views = new PairViews();
    views.load(
      flatPairs(
        [...QUERY.keys()].map((row) => ({
          ...pair,
          source: SOURCE[row] ?? 0,
          query: QUERY[row] ?? 0,
          negative: NEGATIVE[row] ?? 0,
          distance: row / 10,
        })),
      ),
      { tau: 0.05, weighting: 'full' },
      [],
    );
    const labels = new Uint8Array(QUERY.length);
    const by = { by: 'cos', descending: false } as const;
    const all = views.view(OPEN, labels, by, 'cos');
    expect([all.counts.kept, ...all.rows]).toEqual([6, 5, 4, 3]);
    const two = views.view({ ...OPEN, sources: [10, 20] }, labels, by, 'cos');
    expect([two.counts.kept, ...two.rows]).toEqual([5, 4, 3, 2]);
  });
});
