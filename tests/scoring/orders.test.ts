import { describe, expect, it } from 'vitest';

import { comparedGroups, isHigher, isSafe, orderOf } from '../../src/scoring/orders';

describe('orderOf', () => {
  it('is highest first; ties keep the places', () => {
    expect(orderOf([0.1, 0.3, 0.1, 0.2])).toEqual([1, 3, 0, 2]);
  });

  it('takes a difference of rounding for a tie', () => {
    expect(0.1 + 0.2).toBeGreaterThan(0.3);
    expect(orderOf([0.3, 0.1 + 0.2])).toEqual([0, 1]);
    expect(orderOf([0.3, 0.3 + 1e-9])).toEqual([1, 0]);
    expect(isHigher(Number.POSITIVE_INFINITY, 0)).toBe(true);
    expect(isHigher(0, Number.NEGATIVE_INFINITY)).toBe(true);
  });
});

it('sources are compared inside each setting of two or more', () => {
  expect(comparedGroups(['a', 'b', 'a', 'b', 'alone'])).toEqual([
    { setting: 'a', places: [0, 2] },
    { setting: 'b', places: [1, 3] },
  ]);
});

describe('isSafe', () => {
  it('needs every control below every reference', () => {
    expect(isSafe([0.1, 0.2], [0.3, 0.25])).toBe(true);
    expect(isSafe([0.1, 0.26], [0.3, 0.25])).toBe(false);
    expect(isSafe([0.25], [0.25])).toBe(false);
    expect(isSafe([], [0.25])).toBeNull();
    expect(isSafe([0.1], [])).toBeNull();
  });
});
