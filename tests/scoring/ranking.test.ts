import { describe, expect, it } from 'vitest';

import { differsTooMuchInK, negativesOfEach, rankByScore, unlikeInK } from '../../src/scoring/ranking';

describe('rankByScore', () => {
  it('puts the highest ECI first', () => {
    const ranked = rankByScore([{ eci: 0.1 }, { eci: 0.3 }, { eci: 0.2 }]);
    expect(ranked.map((s) => s.eci)).toEqual([0.3, 0.2, 0.1]);
  });

  it('keeps the load order of equal scores, and the list it was given', () => {
    const sources = [
      { name: 'a', eci: 0.1 },
      { name: 'b', eci: 0.2 },
      { name: 'c', eci: 0.1 },
      { name: 'd', eci: 0.2 },
    ];
    expect(rankByScore(sources).map((s) => s.name)).toEqual(['b', 'd', 'a', 'c']);
    expect(sources.map((s) => s.name)).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('differsTooMuchInK', () => {
  it.each([
    [10, 5, true],
    [5, 10, true],
    [10, 4, true],
    [10, 6, false],
    [7, 4, false],
    [7, 3.5, true],
    [8, 8, false],
    [1, 1, false],
    [1, 2, true],
  ])('of median K %s and %s: %s', (a, b, tooMuch) => expect(differsTooMuchInK(a, b)).toBe(tooMuch));
});

describe('unlikeInK', () => {
  const named = (...medians: readonly number[]) =>
    medians.map((medianK, i) => ({ name: `${medianK} ${i}`, medianK, setting: 'default' }));
  const unlike = (...medians: readonly number[]) =>
    unlikeInK(named(...medians)).map(({ medianK }) => medianK);

  it('names those that differ from the largest group of sources that are alike', () => {
    expect(unlike(10, 5, 10, 10, 5, 10, 10)).toEqual([5, 5]);
    expect(unlike(10, 30, 10)).toEqual([30]);
    expect(unlike(10, 8, 6)).toEqual([]);
    expect(unlike(7)).toEqual([]);
    expect(unlike()).toEqual([]);
  });

  it('names all where no group is larger than the others', () => {
    expect(unlike(10, 5)).toEqual([10, 5]);
    expect(unlike(10, 10, 5, 5)).toEqual([10, 10, 5, 5]);
    // Five is like eight and eight is like twelve, but five is not like twelve.
    expect(unlike(5, 8, 12)).toEqual([5, 8, 12]);
  });

  it('compares within a setting', () => {
    const apart = named(10, 5).map((source) => ({ ...source, setting: source.name }));
    expect(unlikeInK(apart)).toEqual([]);
  });
});

it('negativesOfEach is as many as most records of each source have', () => {
  expect(negativesOfEach([{ kOfMost: 10 }, { kOfMost: 5 }, { kOfMost: 30 }])).toBe(5);
});
