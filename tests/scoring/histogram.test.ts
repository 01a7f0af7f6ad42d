import { describe, expect, it } from 'vitest';

import { histogramBin, HISTOGRAM_BINS } from '../../src/scoring/histogram';

describe('histogramBin', () => {
  it('has 24 bins of equal width', () => {
    expect(HISTOGRAM_BINS).toBe(24);
    expect(histogramBin(0.0416)).toBe(0);
    expect(histogramBin(0.0417)).toBe(1);
    expect(histogramBin(0.5)).toBe(12);
    expect(histogramBin(0.4999)).toBe(11);
    expect(histogramBin(0.9584)).toBe(23);
  });

  it('takes both ends in', () => {
    expect(histogramBin(0)).toBe(0);
    expect(histogramBin(1)).toBe(23);
    expect(histogramBin(1 - Number.EPSILON)).toBe(23);
  });

  it('puts what lies outside into the nearest end', () => {
    expect(histogramBin(-0.2)).toBe(0);
    expect(histogramBin(3.6)).toBe(23);
    expect(histogramBin(Infinity)).toBe(23);
  });
});
