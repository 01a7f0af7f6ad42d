import { describe, expect, it } from 'vitest';

import { permutationP } from '../../../src/scoring/certainty/permutation';
import type { UnitSums } from '../../../src/scoring/certainty/units';
import { seededRandom } from '../../../src/scoring/random';

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

  it('is 1 for two sources that are the same', () => {
    expect(permutationP(sums([1, 2, 3]), sums([1, 2, 3]), 99, seededRandom(2))).toBe(1);
  });
});
