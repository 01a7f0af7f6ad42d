import { describe, expect, it } from 'vitest';

import { fieldValue, rangeBetween, steppedRange } from '../../../src/pages/audit/facets/brush';

describe('a brush', () => {
  it('makes a range of two values in any order, open at the ends of the axis', () => {
    expect(rangeBetween(0.7, 0.2, [0, 1])).toEqual({ from: 0.2, to: 0.7 });
    expect(rangeBetween(0, 0.5, [0, 1])).toEqual({ from: null, to: 0.5 });
    expect(rangeBetween(0.5, 1, [0, 1])).toEqual({ from: 0.5, to: null });
    expect(rangeBetween(0, 1, [0, 1])).toBeNull();
    expect(rangeBetween(0.5, 0.5, [0, 1])).toBeNull();
  });

  it('is moved by arrows, its far end alone with Shift, and stays on the axis', () => {
    const stepped = (range: Parameters<typeof steppedRange>[0], by: number, farEnd = false) =>
      steppedRange(range, by, [0, 2], farEnd, 3);
    expect(stepped(null, 1)).toEqual({ from: 0.5, to: 1.5 });
    expect(stepped({ from: 0.5, to: 1.5 }, 1)).toEqual({ from: 0.6, to: 1.6 });
    expect(stepped({ from: 0.5, to: 1.5 }, -1, true)).toEqual({ from: 0.5, to: 1.4 });
    expect(stepped({ from: 0.05, to: 1 }, -1)).toEqual({ from: null, to: 0.95 });
    expect(stepped({ from: null, to: 1 }, -1)).toEqual({ from: null, to: 1 });
    expect(stepped({ from: 1, to: null }, 1)).toEqual({ from: 1, to: null });
    expect(stepped({ from: 1, to: 1.1 }, -1, true), 'never empty').toEqual({ from: 1, to: 1.1 });
  });

  it.each([
    ['0.5', 0.5],
    [' -0,25 ', -0.25],
    ['−1', -1],
    ['', null],
    ['half', undefined],
    ['Infinity', undefined],
  ])('takes %j for %j', (text, value) => {
    expect(fieldValue(text)).toBe(value);
  });
});
