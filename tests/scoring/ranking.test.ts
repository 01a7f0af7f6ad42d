import { describe, expect, it } from 'vitest';

import { differsTooMuchInK, rankByScore } from '../../src/scoring/ranking';

describe('rankByScore', () => {
  it('puts the highest ECI first, and keeps the load order of equal scores and the list it was given', () => {
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
