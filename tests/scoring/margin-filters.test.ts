import { expect, it } from 'vitest';

import { countMarginFilters, exceedsMargin, exceedsShare } from '../../src/scoring/margin-filters';

it('the filters look at the scores of negative and positive', () => {
  expect(exceedsShare(0.77, 0.8)).toBe(true);
  expect(exceedsShare(0.75, 0.8)).toBe(false);
  expect(exceedsMargin(0.04)).toBe(true);
  expect(exceedsMargin(0.05)).toBe(false);
});

it('each counts what it would drop', () => {
  // Scores of 0.78, 0.1 and 0.9 beside positives of 0.8, 0.12 and 0.8, all negatives at right angles to the positive.
  const scores = [0.78, 0.1, 0.9];
  const columns = {
    margin: Float64Array.of(0.02, 0.02, -0.1),
    locality: Float64Array.from(scores, (score) => -score),
    distance: new Float64Array(3).fill(Math.SQRT2),
  };
  expect(countMarginFilters(columns)).toEqual({ over_share: 2, over_margin: 3 });
});
