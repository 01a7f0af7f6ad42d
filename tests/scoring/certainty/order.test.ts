import { describe, expect, it } from 'vitest';

import { isSeparated, orientDifference, pairsWithin, rankRanges } from '../../../src/scoring/certainty/order';

describe('ranks', () => {
  const pairs = [
    { a: 0, b: 1 },
    { a: 0, b: 2 },
    { a: 1, b: 2 },
  ];
  const one = ['all', 'all', 'all'];

  it('are shared by sources that are not separated', () => {
    expect(rankRanges(one, pairs, (i) => i > 0)).toEqual([
      { from: 1, to: 2 },
      { from: 1, to: 2 },
      { from: 3, to: 3 },
    ]);
  });

  it('may overlap in a chain: the middle one is apart from neither neighbour', () => {
    expect(rankRanges(one, pairs, (i) => i === 1)).toEqual([
      { from: 1, to: 2 },
      { from: 1, to: 3 },
      { from: 2, to: 3 },
    ]);
  });

  it('are counted inside a setting', () => {
    expect(rankRanges(['hybrid', 'all', 'all'], [{ a: 2, b: 1 }], () => true)).toEqual([
      { from: 1, to: 1 },
      { from: 2, to: 2 },
      { from: 1, to: 1 },
    ]);
  });
});

describe('a difference', () => {
  it('names the source that scores higher first', () => {
    expect(orientDifference(0, 1, { value: -2, low: -3, high: 1 })).toEqual({
      a: 1,
      b: 0,
      difference: 2,
      low: -1,
      high: 3,
    });
  });

  it('that touches 0 separates nothing', () => {
    expect(isSeparated({ a: 0, b: 1, difference: 0, low: 0, high: 0 })).toBe(false);
  });

  it('stands once for every two sources of a setting', () => {
    expect(pairsWithin(['x', 'y', 'x', 'x'])).toEqual([
      [0, 2],
      [0, 3],
      [2, 3],
    ]);
    expect(pairsWithin(['x'])).toEqual([]);
  });
});
