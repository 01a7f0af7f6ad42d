import { describe, expect, it } from 'vitest';

import { rankingView } from '../../../../src/session/result/ranking-view';
import { nextOrder, RANK_ORDER, sortRows } from '../../../../src/pages/rank/result/table-columns';
import { certainRun, MINED, RANDOM, source } from '../../../session/sources';

const SOURCES = [
  source('bm25', 0.14, { figuresOver: { ...MINED, inversion_rate: 0.34 } }),
  source('tasb', 0.22, { figuresOver: { ...MINED, inversion_rate: 0.31 } }),
  source('Random', 0.53, { reference: false, figuresOver: RANDOM }),
  source('waiting', 0, { figures: null, eci: null }),
];
const rows = rankingView(SOURCES, certainRun(SOURCES)).groups[0]?.rows ?? [];

const names = (column: string, ascending: boolean) =>
  sortRows(rows, { column, ascending }).map((row) => row.name);

describe('sortRows', () => {
  it('keeps the order of the ranks, or turns it', () => {
    expect(names('rank', true)).toEqual(['tasb', 'bm25', 'Random', 'waiting']);
    expect(names('rank', false)).toEqual(['waiting', 'Random', 'bm25', 'tasb']);
  });

  it('sorts by name', () => {
    expect(names('source', true)).toEqual(['bm25', 'Random', 'tasb', 'waiting']);
  });

  it('sorts by a figure, those without it last in either direction', () => {
    expect(names('eci', false)).toEqual(['Random', 'tasb', 'bm25', 'waiting']);
    expect(names('inversion', true)).toEqual(['Random', 'tasb', 'bm25', 'waiting']);
    expect(names('inversion', false)).toEqual(['bm25', 'tasb', 'Random', 'waiting']);
  });

  it('sorts by the number of flags', () => {
    expect(names('flags', false)[0]).toBe('Random');
  });
});

describe('nextOrder', () => {
  it('starts with the highest figure or the first name, and turns on a second press', () => {
    const byScore = nextOrder(RANK_ORDER, 'eci');
    expect(byScore).toEqual({ column: 'eci', ascending: false });
    expect(nextOrder(byScore, 'eci')).toEqual({ column: 'eci', ascending: true });
    expect(nextOrder(byScore, 'source')).toEqual({ column: 'source', ascending: true });
  });
});
