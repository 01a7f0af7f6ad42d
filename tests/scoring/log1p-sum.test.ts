import { describe, expect, it } from 'vitest';

import { Log1pSum } from '../../src/scoring/log1p-sum';

function sumOf(values: readonly number[]): number {
  const sum = new Log1pSum();
  for (const value of values) sum.add(value);
  return sum.value;
}

describe('Log1pSum', () => {
  it('is 0 for nothing, log 2 for one tie, N log 2 for N ties, past where a product overflows', () => {
    expect(sumOf([])).toBe(0);
    expect(sumOf([1])).toBeCloseTo(Math.LN2, 15);
    const many = sumOf(new Array<number>(5000).fill(1));
    expect(Math.abs(many - 5000 * Math.LN2)).toBeLessThan(1e-9);
  });

  it('keeps terms that 1 + e would lose', () => {
    expect(Math.abs(sumOf([1e-20, 2e-20]) - 3e-20)).toBeLessThan(1e-35);
    // log(1 + 1e-9) = 1e-9 − 5e-19
    expect(sumOf([1e-9])).toBeCloseTo(1e-9, 17);
  });

  it('adds small and large terms: log 1.5 + log 1.25 + 1e-12', () => {
    expect(sumOf([0.5, 0.25, 1e-12])).toBeCloseTo(Math.log(1.875) + 1e-12, 14);
  });
});
