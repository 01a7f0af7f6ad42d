import { describe, expect, it } from 'vitest';

import { gatePairs } from '../../../src/scoring/gated-pairs';
import { FLAG_QUANTITIES } from '../../../src/scoring/certainty/flags';
import {
  estimateDifference,
  estimateRatio,
  planUnits,
  ratio,
  traceQuantity,
  UnitTallies,
} from '../../../src/scoring/certainty/units';

const units = (sums: number[], pairs: number[]) => ({
  sums: Float64Array.from(sums),
  pairs: Float64Array.from(pairs),
});

describe('a ratio over units of unequal size', () => {
  it('is the mean over pairs, not over units', () => {
    expect(ratio(units([1, 0], [1, 9]), 2)).toBe(0.1);
  });

  it('counts only the units drawn: what lies behind them may be anything', () => {
    const poisoned = units([1, 3, NaN, Infinity], [2, 2, NaN, -7]);
    expect(ratio(poisoned, 2)).toBe(1);
    expect(estimateRatio(poisoned, 2)).toEqual(estimateRatio(units([1, 3], [2, 2]), 2));
  });

  it('has the spread worked by hand', () => {
    // T = 4/4 = 1, K̄ = 2: influences (1 − 2)/2 = −1/2 and (3 − 2)/2 = 1/2; deviation √(1/2), each half of the squares.
    const estimate = estimateRatio(units([1, 3], [2, 2]), 2);
    expect(estimate.value).toBe(1);
    expect(estimate.deviation).toBeCloseTo(Math.SQRT1_2, 15);
    expect(estimate.largestShare).toBe(0.5);
  });

  it('agrees with the spread of the ratio over many drawn populations', () => {
    // S = K·u with K alternating 1 and 3: Var of Σ S/Σ K over n units is Var(K u − K/2)/(n K̄²) = (5/12)/(4 n).
    let state = 1;
    const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
    const n = 400;
    const values: number[] = [];
    for (let trial = 0; trial < 500; trial++) {
      const pairs = Array.from({ length: n }, (_, i) => (i % 2 ? 3 : 1));
      const source = units(
        pairs.map((k) => k * random()),
        pairs,
      );
      const { deviation } = estimateRatio(source, n);
      expect(deviation).toBeGreaterThan(0.8 * Math.sqrt(5 / 48));
      expect(deviation).toBeLessThan(1.2 * Math.sqrt(5 / 48));
      values.push(ratio(source, n));
    }
    const mean = values.reduce((a, b) => a + b) / values.length;
    const variance = values.reduce((a, b) => a + (b - mean) ** 2, 0) / (values.length - 1);
    expect(variance).toBeGreaterThan((0.8 * 5) / 48 / n);
    expect(variance).toBeLessThan((1.2 * 5) / 48 / n);
  });
});

describe('the difference of two ratios', () => {
  it('has no spread where the sources differ by a constant on every query', () => {
    const a = units([0.5, 0.75, 0.25], [1, 1, 1]);
    const b = units([0.25, 0.5, 0], [1, 1, 1]);
    expect(estimateDifference(a, b, 3)).toEqual({ value: 0.25, deviation: 0, largestShare: 1 });
    expect(estimateRatio(a, 3).deviation).toBeCloseTo(0.25, 15);
  });

  it('adds the spreads where no query is shared', () => {
    const a = units([1, 0, 2, 0], [1, 0, 1, 0]);
    const b = units([0, 1, 0, 3], [0, 1, 0, 1]);
    const both = estimateDifference(a, b, 4).deviation ** 2;
    expect(both).toBeCloseTo(estimateRatio(a, 4).deviation ** 2 + estimateRatio(b, 4).deviation ** 2, 14);
  });
});

describe('units', () => {
  it('are numbered by key over all sources, and shared where keys are', () => {
    const plan = planUnits([
      [0.5, 0.25],
      [0.25, 0.75, 0.25],
    ]);
    expect(plan.units).toBe(3);
    expect(plan.of.map((list) => [...list])).toEqual([
      [1, 0],
      [0, 2, 0],
    ]);
  });

  it('hold only the records that were added', () => {
    const columns = {
      offsets: Int32Array.of(0, 2, 3, 4),
      margin: Float64Array.of(0, 0, NaN, 0),
      locality: Float64Array.of(0, 0, NaN, 0),
      distance: Float64Array.of(1, 0, NaN, 1),
      coverage: Float64Array.of(0, 0, NaN, 0.5),
    };
    const gated = gatePairs(columns, { tau: 0.05, weighting: 'full' });
    const quantities = { trace: traceQuantity, ...FLAG_QUANTITIES };
    const tallies = new UnitTallies(2, gated, Int32Array.of(1, 0, 1), quantities);
    tallies.add([0]);
    tallies.add([2]);
    const { trace, rho, eta, psi, inversion } = tallies.by;
    // ρ = η = ½ at m = l = 0: the first pair weighs ¼, the second has no residual, the last weighs ⅛.
    expect([...trace.sums]).toEqual([0, 0.375]);
    expect([...trace.pairs]).toEqual([0, 3]);
    expect([rho, eta, psi, inversion].map(({ sums }) => [...sums])).toEqual([
      [0, 1.5],
      [0, 1.5],
      [0, 2.5],
      [0, 0],
    ]);
  });
});
