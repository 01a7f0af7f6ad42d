import { describe, expect, it } from 'vitest';

import {
  differenceEstimate,
  effectiveUnits,
  intervalOf,
  isSeparated,
  looksOf,
  ratioEstimate,
  unlikeUnits,
} from '../../../src/scoring/certainty/intervals';
import type { UnitSums } from '../../../src/scoring/certainty/units';

function made(pairsOf: (i: number) => number, meanAt: (i: number) => number, units = 60): UnitSums {
  const pairs = Float64Array.from({ length: units }, (_, i) => pairsOf(i));
  return { pairs, sums: pairs.map((k, i) => k * meanAt(i)) };
}

const ONE = made(
  (i) => 1 + ((7 * i) % 11),
  (i) => 0.3 + 0.2 * Math.sin(3 * i),
);
const OTHER = made(
  (i) => 1 + ((5 * i) % 4),
  (i) => 0.25 + 0.15 * Math.cos(2 * i),
);

describe('a mean over pairs of units of unlike size', () => {
  it('has the jackknife’s error and Student’s interval at the effective units: NumPy and SciPy by a loop', () => {
    const estimate = ratioEstimate(ONE);
    expect(estimate.value).toBeCloseTo(0.29708192221283014, 12);
    expect(estimate.error).toBeCloseTo(0.021424081469288325, 12);
    expect(estimate.effective).toBeCloseTo(46.861201006832076, 9);
    expect(estimate.largestShare).toBeCloseTo(0.0750447900189087, 12);
    expect(intervalOf(estimate, 0.05)?.high).toBeCloseTo(0.29708192221283014 + 0.043127961628924405, 6);
  });

  it('is paired where two sources share units', () => {
    const estimate = differenceEstimate(ONE, OTHER);
    expect(estimate.value).toBeCloseTo(0.04670801083636833, 12);
    expect(estimate.error).toBeCloseTo(0.024997070022398888, 12);
    // The fewer of the two.
    expect(estimate.effective).toBe(Math.min(effectiveUnits(ONE), effectiveUnits(OTHER)));
    expect(intervalOf(estimate, 0.01)?.high).toBeCloseTo(0.04670801083636833 + 0.06717621232660845, 6);
  });

  it('does not change with units that neither has', () => {
    const longer = (of: UnitSums): UnitSums => ({
      sums: Float64Array.of(...of.sums, 0, 0),
      pairs: Float64Array.of(...of.pairs, 0, 0),
    });
    expect(differenceEstimate(longer(ONE), longer(OTHER))).toEqual(differenceEstimate(ONE, OTHER));
  });

  it('has no interval below 30 effective units, however many units there are', () => {
    const lopsided = made(
      (i) => (i === 0 ? 60 : 1),
      (i) => Math.abs(Math.sin(i)),
    );
    expect(effectiveUnits(lopsided)).toBeLessThan(30);
    expect(intervalOf(ratioEstimate(lopsided), 0.05)).toBeNull();
    const alike = (units: number) =>
      made(
        () => 2,
        (i) => Math.sin(i) ** 2,
        units,
      );
    expect(intervalOf(ratioEstimate(alike(29)), 0.05)).toBeNull();
    expect(intervalOf(ratioEstimate(alike(30)), 0.05)).not.toBeNull();
    const none = { sums: new Float64Array(60), pairs: new Float64Array(60) };
    expect(intervalOf(ratioEstimate(none), 0.05)).toBeNull();
  });
});

describe('the order of two sources', () => {
  const separated = (a: UnitSums, b: UnitSums) =>
    isSeparated(intervalOf(differenceEstimate(a, b), 0.05), unlikeUnits(a, b));

  it('is called where the interval lies beside 0', () => {
    const plain = made(
      (i) => 1 + ((7 * i) % 11),
      (i) => 0.5 + 0.2 * Math.sin(3 * i + (i % 2)),
    );
    expect(separated(plain, ONE)).toBe(true);
    expect(separated(ONE, OTHER)).toBe(false);
  });

  it('is not called for twins, nor for sources that differ in fewer than ten units', () => {
    expect(differenceEstimate(ONE, ONE)).toMatchObject({ value: 0, error: 0 });
    expect(separated(ONE, ONE)).toBe(false);
    const changed = (units: number): UnitSums => ({
      pairs: ONE.pairs,
      sums: ONE.sums.map((sum, i) => (i < units ? sum + 0.4 * (ONE.pairs[i] ?? 0) : sum)),
    });
    expect(unlikeUnits(changed(9), ONE)).toBe(9);
    expect(separated(changed(9), ONE)).toBe(false);
    expect(separated(changed(20), ONE)).toBe(true);
    // One added everywhere: no unit is unlike the others.
    expect(unlikeUnits(changed(60), ONE)).toBe(0);
  });

  it('counts units that only one of them has', () => {
    const half = {
      sums: ONE.sums.map((s, i) => (i < 30 ? s : 0)),
      pairs: ONE.pairs.map((k, i) => (i < 30 ? k : 0)),
    };
    expect(unlikeUnits(ONE, half)).toBe(30);
  });
});

it('looks are at 40, 80, 160 and the end, or at the end alone', () => {
  expect(looksOf(300, true)).toEqual([40, 80, 160, 300]);
  expect(looksOf(160, true)).toEqual([40, 80, 160]);
  expect(looksOf(40, true)).toEqual([40]);
  expect(looksOf(300, false)).toEqual([300]);
});
