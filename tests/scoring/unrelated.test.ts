import { describe, expect, it } from 'vitest';

import { seededRandom } from '../../src/scoring/random';
import { cornerOf, unrelated } from '../../src/scoring/unrelated';

/** Columns of pairs with these cosines to the query, v⁺ and v⁻ at right angles: l is minus the cosine. */
function pairs(cosines: readonly number[], coverage: readonly number[]) {
  return {
    offsets: Int32Array.from({ length: cosines.length + 1 }, (_, i) => i),
    locality: Float64Array.from(cosines, (cosine) => -cosine),
    distance: new Float64Array(cosines.length).fill(Math.SQRT2),
    coverage: Float64Array.from(coverage),
  };
}

describe('pairs that look drawn at random', () => {
  it('are low in both views, by the quantiles of random pairs', () => {
    const random = pairs([0, 0.1, 0.2, 0.3, 0.4], [0.5, 0, 0.1, 0.2, 0.3]);
    const corner = cornerOf(random, [0, 1, 2, 3, 4]);
    // The third of five values is the least that three fifths do not exceed.
    expect(corner.cos_query).toBeCloseTo(0.2, 12);
    expect(corner.coverage).toBe(0.2);
    // Of the pairs (0.1, 0), (0.2, 0.1): (0, 0.5) has the words, (0.3, 0.2) the cosine.
    expect(corner.random_share).toBe(2 / 5);
    const found = unrelated(pairs([0.1, 0.1, 0.3, 0.3], [0.1, 0.3, 0.1, 0.3]), corner);
    expect([...found]).toEqual([1, 0, 0, 0]);
  });

  it('have three fifths of three fifths of random pairs whose views are independent', () => {
    const random = seededRandom(5);
    const draw = () => Array.from({ length: 20_000 }, random);
    expect(
      cornerOf(
        pairs(draw(), draw()),
        new Int32Array(20_000).map((_, i) => i),
      ).random_share,
    ).toBeCloseTo(0.36, 1);
  });
});
