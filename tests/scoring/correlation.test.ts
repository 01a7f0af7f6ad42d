import { describe, expect, it } from 'vitest';

import { pearson, ranksOf } from '../../src/scoring/correlation';

describe('pearson', () => {
  it('is 1 and −1 on a line, and none where a list does not vary', () => {
    expect(pearson([1, 2, 4], [10, 20, 40])).toBeCloseTo(1, 14);
    expect(pearson([1, 2, 4], [-1, -2, -4])).toBeCloseTo(-1, 14);
    expect(pearson([1, 2], [3, 3])).toBeNull();
    expect(pearson([1], [3])).toBeNull();
  });
});

describe('spearman', () => {
  it('lets equal values share their rank', () => {
    expect(ranksOf([3, 1, 3, 2])).toEqual([3.5, 1, 3.5, 2]);
  });
});
