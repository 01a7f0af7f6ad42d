import { describe, expect, it } from 'vitest';

import {
  isDiversityActive,
  logDetOfSpectrum,
  relativeGap,
  shrinkFactor,
  sweepGrid,
} from '../../src/scoring/sweep';
import { expectRelative } from '../support/near';

describe('sweepGrid', () => {
  it('is 48 points of one ratio, from 1 to the smallest N/d', () => {
    const grid = sweepGrid([400, 325.5, 900]);
    expect(grid).toHaveLength(48);
    expect(grid[0]).toBe(1);
    expect(grid.at(-1)).toBe(325.5);
    for (let i = 2; i < grid.length; i++) {
      expectRelative((grid[i] as number) / (grid[i - 1] as number), grid[1] as number, 1e-12);
    }
  });

  it('goes to 2 at the least', () => {
    expect(sweepGrid([0.3, 40]).at(-1)).toBe(2);
  });
});

describe('logDetOfSpectrum', () => {
  it('is the sum of log(1 + c λ); what rounding left below 0 counts 0', () => {
    expectRelative(logDetOfSpectrum([1, 0.5, 0, -1e-19], 2), Math.log(3) + Math.log(2), 1e-15);
  });
});

describe('the linear regime', () => {
  it('is left where c λ_max passes 1', () => {
    expect([9, 10, 11].map((c) => isDiversityActive(c, 0.1))).toEqual([false, false, true]);
  });

  it('has a gap of log-det and trace relative to the trace, and a shrink factor', () => {
    expectRelative(relativeGap(0.85, 1), 0.15, 1e-14);
    expect(relativeGap(0, 0)).toBe(0);
    expect(shrinkFactor(0.71, 0.1)).toBeCloseTo(7.1, 12);
  });
});
