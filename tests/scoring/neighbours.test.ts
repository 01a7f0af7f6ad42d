import { describe, expect, it } from 'vitest';

import { cosine, embedded, NearestList } from '../../src/scoring/neighbours';

function nearest(k: number, cosines: readonly number[]): number[] {
  const list = new NearestList(k);
  cosines.forEach((each, index) => list.offer(index, each));
  return [...list.found()];
}

describe('NearestList', () => {
  it('holds the k with the largest cosines, nearest first', () => {
    expect(nearest(3, [0.1, 0.9, -0.4, 0.5, 0.7])).toEqual([1, 4, 3]);
  });

  it('puts ties by the lower index, whatever came first', () => {
    expect(nearest(3, [0.5, 0.2, 0.5, 0.5, 0.5])).toEqual([0, 2, 3]);
    const list = new NearestList(2);
    for (const index of [7, 3, 5]) list.offer(index, 0.5);
    expect([...list.found()]).toEqual([3, 5]);
  });

  it('holds fewer where fewer were offered', () => {
    expect(nearest(4, [-1, 0])).toEqual([1, 0]);
    expect(nearest(2, [])).toEqual([]);
  });
});

describe('cosine', () => {
  it('does not depend on lengths', () => {
    const u = embedded(Float64Array.of(3, 0, 4, 0, 0));
    const v = embedded(Float64Array.of(0, 5, 12, 0, 84));
    expect(cosine(u, v)).toBeCloseTo(48 / (5 * 85), 15);
  });

  it('is 0 with the zero vector', () => {
    expect(cosine(embedded(Float64Array.of(0, 0)), embedded(Float64Array.of(1, 0)))).toBe(0);
  });
});
