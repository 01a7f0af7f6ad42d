import { describe, expect, it } from 'vitest';

import { cosine, embedded, nearestNeighbours } from '../../src/scoring/neighbours';

/** Unit vectors of the plane at these angles, in degrees. */
const angles = [0, 10, 25, 90, 25, -10];
const vector = (row: number): Float64Array => {
  const angle = ((angles[row] as number) * Math.PI) / 180;
  return Float64Array.of(Math.cos(angle), Math.sin(angle));
};
const rows = (...list: number[]) => Uint32Array.from(list);

describe('nearestNeighbours', () => {
  it('orders by cosine, ties by the place in the list', () => {
    const all = { rows: rows(0, 1, 2, 3, 4, 5), groups: rows(0, 1, 2, 3, 4, 5) };
    const { indices, cosines } = nearestNeighbours(all, all, 3, vector);
    // Rows 2 and 4 are one direction.
    expect([...indices.subarray(3, 6)]).toEqual([0, 2, 4]);
    expect([...indices.subarray(6, 9)]).toEqual([4, 1, 0]);
    expect([...indices.subarray(9, 12)]).toEqual([2, 4, 1]);
    expect(cosines[3]).toBeCloseTo(Math.cos(Math.PI / 18), 14);
    expect(cosines[4]).toBe(cosines[5]);
  });

  it('leaves out the query’s group and its row, and marks what is missing', () => {
    const queries = { rows: rows(0), groups: rows(7) };
    const candidates = { rows: rows(3, 0, 1, 2), groups: rows(1, 2, 7, 3) };
    const { indices, cosines } = nearestNeighbours(queries, candidates, 3, vector);
    // Candidate 1 is the query's row, candidate 2 of its group.
    expect([...indices]).toEqual([3, 0, -1]);
    expect(cosines[2]).toBe(0);
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
