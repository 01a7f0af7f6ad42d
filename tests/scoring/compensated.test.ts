import { describe, expect, it } from 'vitest';

import { CompensatedSum } from '../../src/scoring/compensated';

function sumOf(values: readonly number[]): CompensatedSum {
  const sum = new CompensatedSum();
  for (const value of values) sum.add(value);
  return sum;
}

describe('CompensatedSum', () => {
  it('keeps what a plain sum loses', () => {
    const values = [1, 1e100, 1, -1e100];
    expect(values.reduce((sum, value) => sum + value, 0)).toBe(0);
    expect(sumOf(values).value).toBe(2);
  });

  it('gives the same for parts in any order and grouping', () => {
    const values = Array.from({ length: 3000 }, (_, i) => Math.sin(i) * 10 ** (i % 12));
    const parts = [values.slice(0, 17), values.slice(17, 1800), values.slice(1800)].map(sumOf);
    const merged = (order: readonly number[]) => {
      const sum = new CompensatedSum();
      for (const place of order) sum.addParts((parts[place] as CompensatedSum).parts);
      return sum.value;
    };
    const whole = sumOf(values).value;
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
      [1, 2, 0],
    ])
      expect(merged(order)).toBe(whole);
  });
});
