import { describe, expect, it } from 'vitest';

import { axisBetween, placeOn } from '../../src/ui/charts/axis';

describe('an axis from zero', () => {
  it('ends at the tick at or above the largest value', () => {
    const axis = axisBetween(0, 0.556);
    expect(axis).toMatchObject({ from: 0, to: 0.6, ticks: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6] });
    expect(axis.ticks.map(axis.format)).toEqual(['0', '0.1', '0.2', '0.3', '0.4', '0.5', '0.6']);
    expect(axisBetween(0, 0.0071).ticks).toEqual([0, 0.002, 0.004, 0.006, 0.008]);
    expect(axisBetween(0, 37).ticks).toEqual([0, 10, 20, 30, 40]);
  });
});

describe('a place', () => {
  it('is a share of the axis, and at its end for a value beyond', () => {
    const axis = axisBetween(0, 0.556);
    expect(placeOn(axis, 0.15)).toBeCloseTo(25, 10);
    expect(placeOn(axis, -0.2)).toBe(0);
    expect(placeOn(axis, Infinity)).toBe(100);
  });
});

describe('an axis between two values', () => {
  it('begins and ends at ticks that hold them, 0 or not', () => {
    const axis = axisBetween(0.334, 0.479);
    expect(axis).toMatchObject({ from: 0.3, to: 0.5, ticks: [0.3, 0.35, 0.4, 0.45, 0.5] });
    expect(axis.ticks.map(axis.format)).toEqual(['0.30', '0.35', '0.40', '0.45', '0.50']);
  });

  it('has no tick twice where the values differ by rounding alone', () => {
    for (const smallest of [0.4, 0.4580341170696289, 0.7979982105385814]) {
      for (let ulps = 1; ulps <= 40; ulps++) {
        const { ticks } = axisBetween(smallest, smallest + ulps * 2 ** -54);
        expect(new Set(ticks).size).toBe(ticks.length);
        expect(ticks.length).toBeGreaterThan(2);
      }
    }
  });
});
