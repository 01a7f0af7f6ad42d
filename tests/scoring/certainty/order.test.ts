import { describe, expect, it } from 'vitest';

import { isSeparated, orientDifference, pairsOf, rankRanges } from '../../../src/scoring/certainty/order';

describe('ranks', () => {
  const difference = (a: number, b: number, low: number) => ({ a, b, difference: 1, low, high: 2 });

  it('are shared by sources that are not separated', () => {
    const differences = [difference(0, 1, -1), difference(0, 2, 0.5), difference(1, 2, 0.5)];
    expect(rankRanges(3, differences)).toEqual([
      { from: 1, to: 2 },
      { from: 1, to: 2 },
      { from: 3, to: 3 },
    ]);
  });

  it('may overlap in a chain: the middle one is apart from neither neighbour', () => {
    const differences = [difference(0, 1, -1), difference(0, 2, 0.5), difference(1, 2, 0)];
    expect(rankRanges(3, differences)).toEqual([
      { from: 1, to: 2 },
      { from: 1, to: 3 },
      { from: 2, to: 3 },
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

  it('stands once for every two sources', () => {
    expect(pairsOf(3)).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
    expect(pairsOf(1)).toEqual([]);
  });
});
