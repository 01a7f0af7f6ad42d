import { describe, expect, it } from 'vitest';

import { FLAG_QUANTITIES, traceQuantity, type PairQuantity } from '../../../src/scoring/certainty/quantities';
import { meanOf, planUnits, sumsByUnit } from '../../../src/scoring/certainty/units';
import { gatePairs } from '../../../src/scoring/gated-pairs';

it('a mean over units of unequal size is the mean over pairs, not over units', () => {
  expect(meanOf({ sums: Float64Array.of(1, 0), pairs: Float64Array.of(1, 9) })).toBe(0.1);
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

  it('hold the sums over the pairs of their records', () => {
    const columns = {
      offsets: Int32Array.of(0, 2, 3, 4),
      margin: Float64Array.of(0, 0, 0, -1),
      locality: new Float64Array(4),
      distance: Float64Array.of(1, 0, 1, 1),
      coverage: Float64Array.of(0, 0, 0.5, 0.5),
    };
    const gated = gatePairs(columns, { tau: 0.05, weighting: 'full' });
    const sums = (quantity: PairQuantity) =>
      sumsByUnit(2, columns.offsets, Int32Array.of(1, 0, 1), quantity(gated));
    // ρ = η = ½ at m = l = 0: the first pair weighs ¼, the second has no residual, the third weighs ⅛, the last nothing.
    const { sums: weights, pairs } = sums(traceQuantity);
    expect(weights[0]).toBe(0.125);
    expect(weights[1]).toBeCloseTo(0.25, 8);
    expect([...pairs]).toEqual([1, 3]);
    const { rho, eta, psi, inversion } = FLAG_QUANTITIES;
    expect(sums(rho).sums[1]).toBeCloseTo(1, 8);
    expect([eta, psi, inversion].map((quantity) => [...sums(quantity).sums])).toEqual([
      [0.5, 1.5],
      [0.5, 2.5],
      [0, -1],
    ]);
  });
});
