/** The noise of a difference, against a paired t computed here from the means of each query. */

import { describe, expect, it } from 'vitest';

import { isClearlyAbove, NoiseMeter } from '../../src/experiments/noise';

/** Queries with two pairs each. */
function source(queries: number, from = 0) {
  const pairs = 2 * queries;
  const zeros = new Float64Array(pairs);
  return {
    units: Int32Array.from({ length: queries }, (_, i) => from + i),
    columns: {
      offsets: Int32Array.from({ length: queries + 1 }, (_, i) => 2 * i),
      margin: zeros,
      locality: zeros,
      distance: zeros.map(() => 1),
      coverage: zeros,
    },
  } as unknown as ConstructorParameters<typeof NoiseMeter>[0][number];
}

describe('the noise between two sources', () => {
  const queries = 50;
  const a = Float64Array.from({ length: 2 * queries }, (_, i) => Math.abs(Math.sin(i + 1)));
  const b = Float64Array.from({ length: 2 * queries }, (_, i) => Math.abs(Math.cos(3 * i)));
  const meter = new NoiseMeter([source(queries), source(queries)]);

  it('is Student’s t standard errors of the differences by query', () => {
    const perQuery = Array.from({ length: queries }, (_, q) => {
      const mean = (of: Float64Array) => ((of[2 * q] ?? 0) + (of[2 * q + 1] ?? 0)) / 2;
      return mean(a) - mean(b);
    });
    const middle = perQuery.reduce((sum, d) => sum + d, 0) / queries;
    const variance = perQuery.reduce((sum, d) => sum + (d - middle) ** 2, 0) / (queries - 1);
    const noise = meter.between([a, b]);
    // t(0.975, 49), SciPy.
    expect(noise[0]?.[1]).toBeCloseTo(2.0095752371292397 * Math.sqrt(variance / queries), 6);
    expect(noise[1]?.[0]).toBeCloseTo(noise[0]?.[1] ?? NaN, 12);
    expect(noise[0]?.[0]).toBe(0);
  });

  it('counts the first pairs of each record alone where asked', () => {
    const first = meter.between([a, b], (place) => place < 1);
    const alone = Float64Array.from({ length: 2 * queries }, (_, i) => a[2 * Math.floor(i / 2)] ?? 0);
    const other = Float64Array.from({ length: 2 * queries }, (_, i) => b[2 * Math.floor(i / 2)] ?? 0);
    expect(first[0]?.[1]).toBeCloseTo(meter.between([alone, other])[0]?.[1] ?? NaN, 12);
  });

  it('is infinite with too few queries: nothing is clear then', () => {
    const few = new NoiseMeter([source(10), source(10)]);
    const noise = few.between([a.subarray(0, 20), b.subarray(0, 20)]);
    expect(noise[0]?.[1]).toBe(Infinity);
    expect(isClearlyAbove({ scores: [1, 0], noise }, 0, 1)).toBe(false);
    expect(
      isClearlyAbove(
        {
          scores: [1, 0],
          noise: [
            [0, 0.5],
            [0.5, 0],
          ],
        },
        0,
        1,
      ),
    ).toBe(true);
    expect(
      isClearlyAbove(
        {
          scores: [1, 0.6],
          noise: [
            [0, 0.5],
            [0.5, 0],
          ],
        },
        0,
        1,
      ),
    ).toBe(false);
  });
});
