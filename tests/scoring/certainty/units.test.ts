import { describe, expect, it } from 'vitest';

import {
  minusInverted,
  meanOf,
  type PairQuantity,
  permutationP,
  planUnits,
  sumsByUnit,
  traceQuantity,
  type UnitSums,
} from '../../../src/scoring/certainty/units';
import { gatePairs } from '../../../src/scoring/statistics';
import { seededRandom } from '../../../src/scoring/random';

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
    expect(sums(({ rho }) => rho).sums[1]).toBeCloseTo(1, 8);
    const others: PairQuantity[] = [({ eta }) => eta, ({ psi }) => psi, () => minusInverted(columns)];
    expect(others.map((quantity) => [...sums(quantity).sums])).toEqual([
      [0.5, 1.5],
      [0.5, 2.5],
      [0, -1],
    ]);
  });
});

const sums = (values: readonly number[]): UnitSums => ({
  sums: Float64Array.from(values),
  pairs: Float64Array.from(values, () => 1),
});

describe('permutationP', () => {
  it('is near the exact share of all exchanges', () => {
    // Differences of three units: 3, 2, 1. Of the eight signings two are as large as their sum: 2/8.
    const p = permutationP(sums([3, 2, 1]), sums([0, 0, 0]), 20_000, seededRandom(5));
    expect(Math.abs(p - 0.25)).toBeLessThan(0.01);
    // 1, 1, −1: all signings have a sum of at least 1 in size.
    expect(permutationP(sums([1, 1, 0]), sums([0, 0, 1]), 1000, seededRandom(5))).toBe(1);
  });

  it('is small for a difference on every unit and never 0', () => {
    const units = Array.from({ length: 60 }, (_, i) => i % 7);
    const p = permutationP(sums(units.map((x) => x + 1)), sums(units), 999, seededRandom(1));
    expect(p).toBe(1 / 1000);
  });

  it('is spread evenly where the sources are alike', () => {
    const random = seededRandom(11);
    const draw = () => sums(Array.from({ length: 30 }, () => random()));
    const ps = Array.from({ length: 200 }, () => permutationP(draw(), draw(), 199, random));
    const below = ps.filter((p) => p <= 0.25).length;
    // Binomial(200, 1/4): mean 50, deviation 6.
    expect(below).toBeGreaterThan(25);
    expect(below).toBeLessThan(75);
  });
});
