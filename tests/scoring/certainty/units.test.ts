import { describe, expect, it } from 'vitest';

import { FLAG_QUANTITIES, traceQuantity } from '../../../src/scoring/certainty/quantities';
import { countByUnit, meanOf, planUnits, UnitTallies } from '../../../src/scoring/certainty/units';
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

  it('count pairs of a kind', () => {
    const counts = countByUnit(
      3,
      Int32Array.of(0, 2, 3, 5),
      Int32Array.of(2, 0, 2),
      (pair) => pair % 2 === 0,
    );
    expect([...counts.sums]).toEqual([1, 0, 2]);
    expect([...counts.pairs]).toEqual([1, 0, 4]);
  });
});
