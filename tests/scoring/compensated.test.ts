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
});
