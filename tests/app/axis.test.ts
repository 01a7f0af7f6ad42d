import { describe, expect, it } from 'vitest';

import { axisAround, axisBetween, axisFromZero, placeOn } from '../../src/app/axis';

describe('an axis from zero', () => {
  it('ends at the next tick above the largest value', () => {
    expect(axisFromZero(0.556)).toEqual({
      from: 0,
      to: 0.6,
      ticks: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
      decimals: 1,
    });
    expect(axisFromZero(0.0071).ticks).toEqual([0, 0.002, 0.004, 0.006, 0.008]);
    expect(axisFromZero(37).ticks).toEqual([0, 10, 20, 30, 40]);
  });

  it('leaves room behind a value that stands on a tick', () => {
    expect(axisFromZero(0.3).to).toBe(0.35);
    expect(axisFromZero(0.1 * 3).to).toBe(0.35);
  });

  it('goes to 1 where there is nothing to show', () => {
    expect(axisFromZero(0).to).toBe(1);
    expect(axisFromZero(NaN).to).toBe(1);
  });
});

describe('an axis around zero', () => {
  it('has a tick at zero and one beyond each end', () => {
    expect(axisAround(-0.018, 0.142).ticks).toEqual([-0.05, 0, 0.05, 0.1, 0.15]);
    expect(axisAround(0.02, 0.09).from).toBe(0);
  });
});

describe('a place', () => {
  it('is a share of the axis, and at its end for a value beyond', () => {
    const axis = axisFromZero(0.556);
    expect(placeOn(axis, 0.15)).toBeCloseTo(25, 10);
    expect(placeOn(axis, -0.2)).toBe(0);
    expect(placeOn(axis, Infinity)).toBe(100);
  });
});

describe('an axis between two values', () => {
  it('begins and ends at ticks that hold them, 0 or not', () => {
    expect(axisBetween(0.334, 0.479)).toEqual({
      from: 0.3,
      to: 0.5,
      ticks: [0.3, 0.35, 0.4, 0.45, 0.5],
      decimals: 2,
    });
  });

  it('has two ticks where both values are the same', () => {
    expect(axisBetween(0.4, 0.4).ticks).toHaveLength(2);
  });
});
