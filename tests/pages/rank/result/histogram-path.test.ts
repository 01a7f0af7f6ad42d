import { describe, expect, it } from 'vitest';

import { histogramInWords, histogramPath } from '../../../../src/pages/rank/result/histogram-path';
import { HISTOGRAM_BINS } from '../../../../src/scoring/histogram';

describe('histogramPath', () => {
  it('draws one closed bar for each bin that holds pairs, the tallest as high as the drawing', () => {
    expect(histogramPath([1, 0, 2], 30, 10)).toBe('M0 5h8.8v5h-8.8zM20 0h8.8v10h-8.8z');
  });

  it('draws nothing without pairs', () => {
    expect(histogramPath([0, 0], 30, 10)).toBe('');
  });
});

describe('histogramInWords', () => {
  it('says the mean and the fullest bin', () => {
    const counts = new Array<number>(HISTOGRAM_BINS).fill(0);
    counts[HISTOGRAM_BINS - 1] = 3;
    counts[0] = 1;
    expect(histogramInWords(counts, 0.7512)).toBe(
      'mean 0.751; fullest between 0.96 and 1.00 with 75\u00a0% of the pairs',
    );
    expect(histogramInWords(new Array<number>(HISTOGRAM_BINS).fill(0), 0)).toBe('no pairs');
  });
});
