import { describe, expect, it } from 'vitest';

import { pairsAgreed, pearson, ranksOf, spearman } from '../../src/scoring/correlation';

describe('pearson', () => {
  it('gives the textbook value', () => {
    // Worked by hand: Σxy = 5, Σx² = 10, Σy² = 4 about the means.
    expect(pearson([1, 2, 3, 4, 5], [2, 3, 2, 4, 4])).toBeCloseTo(5 / Math.sqrt(10 * 4), 14);
  });

  it('is 1 and −1 on a line, and none where a list does not vary', () => {
    expect(pearson([1, 2, 4], [10, 20, 40])).toBeCloseTo(1, 14);
    expect(pearson([1, 2, 4], [-1, -2, -4])).toBeCloseTo(-1, 14);
    expect(pearson([1, 2], [3, 3])).toBeNull();
    expect(pearson([1], [3])).toBeNull();
  });
});

describe('spearman', () => {
  it('gives 1 − 6Σd²/(n(n²−1)) where no values are equal', () => {
    // Ranks 1 2 3 4 5 against 2 1 4 3 5: Σd² = 4.
    expect(spearman([10, 20, 30, 40, 50], [7, 3, 11, 8, 100])).toBeCloseTo(1 - 24 / 120, 14);
  });

  it('lets equal values share their rank', () => {
    expect(ranksOf([3, 1, 3, 2])).toEqual([3.5, 1, 3.5, 2]);
  });
});

describe('pairsAgreed', () => {
  it('counts the pairs in the same strict order', () => {
    expect(pairsAgreed([1, 2, 3], [1, 3, 2])).toEqual({ agreed: 2, pairs: 3 });
    expect(pairsAgreed([1, 1], [1, 2])).toEqual({ agreed: 0, pairs: 1 });
  });
});
