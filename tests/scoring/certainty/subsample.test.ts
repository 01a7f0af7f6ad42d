import { describe, expect, it } from 'vitest';

import { drawPrefixRatios } from '../../../src/scoring/certainty/subsample';
import { seededRandom } from '../../../src/scoring/random';
import { expectRelative } from '../../support/near';

const ONE = { sums: Float64Array.of(1, 2, 3, 4), pairs: Float64Array.of(1, 1, 2, 2) };
const TWO = { sums: Float64Array.of(10, 20, 30, 40), pairs: Float64Array.of(1, 1, 2, 2) };

describe('drawPrefixRatios', () => {
  it('draws the same units for all sources, and all of them in the end', () => {
    const random = seededRandom(3);
    for (let i = 0; i < 50; i++) {
      const [some, all] = drawPrefixRatios([ONE, TWO], [2, 4], random);
      expectRelative(some?.[1] ?? NaN, 10 * (some?.[0] ?? NaN), 1e-14);
      expectRelative(all?.[0] ?? NaN, 10 / 6, 1e-14);
    }
  });

  it('draws every unit as often as any other, without repeats', () => {
    const random = seededRandom(4);
    const powers = { sums: Float64Array.of(1, 2, 4, 8), pairs: Float64Array.of(1, 1, 1, 1) };
    const seen = new Map<number, number>();
    for (let i = 0; i < 6000; i++) {
      const [pair] = drawPrefixRatios([powers], [2], random);
      const sum = Math.round(2 * (pair?.[0] ?? NaN));
      seen.set(sum, (seen.get(sum) ?? 0) + 1);
    }
    expect([...seen.keys()].sort((a, b) => a - b)).toEqual([3, 5, 6, 9, 10, 12]);
    for (const count of seen.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it('has no ratio for a source without a pair so far', () => {
    const none = { sums: new Float64Array(4), pairs: new Float64Array(4) };
    expect(drawPrefixRatios([none], [1], seededRandom(1))[0]?.[0]).toBeNaN();
  });
});
