import { describe, expect, it } from 'vitest';

import { pairsWithin, rankRanges } from '../../../src/scoring/certainty/order';

describe('ranks', () => {
  const one = ['all', 'all', 'all'];

  it('are shared by sources that are not separated', () => {
    const separated = [
      { a: 0, b: 2 },
      { a: 1, b: 2 },
    ];
    expect(rankRanges(one, separated)).toEqual([
      { from: 1, to: 2 },
      { from: 1, to: 2 },
      { from: 3, to: 3 },
    ]);
  });

  it('go by way of others: who is above one that is above another is above both', () => {
    const separated = [
      { a: 0, b: 1 },
      { a: 1, b: 2 },
    ];
    expect(rankRanges(one, separated)).toEqual([
      { from: 1, to: 1 },
      { from: 2, to: 2 },
      { from: 3, to: 3 },
    ]);
  });

  it('are counted inside a setting', () => {
    expect(rankRanges(['hybrid', 'all', 'all'], [{ a: 2, b: 1 }])).toEqual([
      { from: 1, to: 1 },
      { from: 2, to: 2 },
      { from: 1, to: 1 },
    ]);
  });
});

it('pairs stand once for every two sources of a setting', () => {
  expect(pairsWithin(['x', 'y', 'x', 'x'])).toEqual([
    [0, 2],
    [0, 3],
    [2, 3],
  ]);
  expect(pairsWithin(['x'])).toEqual([]);
});
