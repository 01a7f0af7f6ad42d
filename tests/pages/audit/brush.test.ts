import { describe, expect, it } from 'vitest';

import { fieldValue, rangeBetween } from '../../../src/pages/audit/facets/brush';

const UNIT = { from: 0, to: 1 };

describe('a brush', () => {
  it('makes a range of two values in any order, open at the ends of the axis', () => {
    expect(rangeBetween(0.7, 0.2, UNIT)).toEqual({ from: 0.2, to: 0.7 });
    expect(rangeBetween(0, 0.5, UNIT)).toEqual({ from: null, to: 0.5 });
    expect(rangeBetween(0.5, 1, UNIT)).toEqual({ from: 0.5, to: null });
    expect(rangeBetween(0, 1, UNIT)).toBeNull();
    expect(rangeBetween(0.5, 0.5, UNIT)).toBeNull();
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
