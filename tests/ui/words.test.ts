import { describe, expect, it } from 'vitest';

import {
  formatApart,
  formatBytes,
  formatDifference,
  formatDuration,
  formatPercent,
  formatScore,
  formatSigned,
} from '../../src/ui/words';

describe('figures', () => {
  it('gives scores four decimals, fewer when large, three digits when small', () => {
    expect(formatScore(0.23539723)).toBe('0.2354');
    expect(formatScore(9.99996)).toBe('10.0000');
    expect(formatScore(33.899390658690464)).toBe('33.90');
    expect(formatScore(1234.5)).toBe('1,235');
    expect(formatScore(0.00314001)).toBe('0.00314');
    expect(formatScore(3.2e-9)).toBe('3.20e−9');
    expect(formatScore(0)).toBe('0');
  });

  it('takes the next unit, or one decimal less, where rounding comes to it', () => {
    expect([999, 999_499, 999_600, 9_960].map(formatBytes)).toEqual([
      '999 bytes',
      '999 kB',
      '1.0 MB',
      '10 kB',
    ]);
    expect([9.94, 9.96].map(formatDuration)).toEqual(['9.9 s', '10 s']);
  });

  it('adds decimals until two values can be told apart', () => {
    const fixed = (value: number, decimals: number) => value.toFixed(decimals);
    expect(formatApart(0.9939, 0.6793, fixed, 3)).toEqual(['0.994', '0.679']);
    expect(formatApart(0.04588, 0.0463, formatPercent, 1)).toEqual(['4.59\u00a0%', '4.63\u00a0%']);
    expect(formatApart(0.5, 0.5 + 1e-15, fixed, 3)).toEqual(['0.5', '0.500000000000001']);
  });
});

describe('signs', () => {
  it('has a true minus sign, and none before a zero', () => {
    expect([-0.074, 0.074, -0.001, -1].map((value) => formatSigned(value))).toEqual([
      '−0.07',
      '0.07',
      '0.00',
      '−1.00',
    ]);
    expect(formatSigned(-0.07401, 4)).toBe('−0.0740');
  });

  it('writes a difference with its sign always', () => {
    expect([0, 0.0714, -0.012].map((value) => formatDifference(value))).toEqual([
      '+0.000',
      '+0.071',
      '−0.012',
    ]);
  });
});
