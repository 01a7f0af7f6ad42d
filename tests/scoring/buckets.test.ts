import { describe, expect, it } from 'vitest';

import {
  type BucketId,
  BUCKETS,
  bucketsOfPair,
  isConsistent,
  isHighCoverage,
  isHighLocality,
  isHighResiduality,
  isInverted,
  isLowLocality,
} from '../../src/scoring/buckets';

const TAU = 0.05;
/** ln 3 to the last digit of a double. */
const LN3 = 1.0986122886681098;
/** τ ln 3, rounded as the rules round it: ρ and η are 0.75 there. */
const EDGE = TAU * LN3;

function names(margin: number, locality: number, coverage: number): BucketId[] {
  const set = bucketsOfPair(margin, locality, coverage, TAU);
  return BUCKETS.filter((_, i) => (set & (1 << i)) !== 0).map(({ id }) => id);
}

describe('bucketsOfPair', () => {
  it.each<[number, number, number, BucketId[]]>([
    [0, 0, 0.3, []],
    [-1e-300, 0, 0.3, ['inversion']],
    [-1, -1, 1, ['inversion', 'low_locality', 'high_coverage']],
    [0, -EDGE, 0.3, ['low_locality']],
    [EDGE, EDGE, 0.5, ['high_coverage', 'valid_high_coverage']],
    [EDGE * 0.999, EDGE, 0.5, ['high_coverage']],
    [EDGE, EDGE * 0.999, 0.5, ['high_coverage']],
    [EDGE, -EDGE, 0.25, ['low_locality', 'valid_low_locality']],
    [EDGE, -EDGE, 0.26, ['low_locality']],
  ])('of m = %s, l = %s, C = %s', (margin, locality, coverage, expected) => {
    expect(names(margin, locality, coverage)).toEqual(expected);
  });
});

it.each([1, 0.05])(
  'ρ and η of 0.75 and 0.25 are met on m, l = ±τ ln 3, and not one step off, at τ = %s',
  (tau) => {
    const edge = tau * LN3;
    const steps = [1 - Number.EPSILON, 1, 1 + Number.EPSILON].map((step) => step * edge);
    expect(steps.map((m) => isConsistent(m, tau))).toEqual([false, true, true]);
    expect(steps.map((l) => isHighLocality(l, tau))).toEqual([false, true, true]);
    expect(steps.map((l) => isLowLocality(-l, tau))).toEqual([false, true, true]);
  },
);

it('an inversion is m < 0: a tie is none, the smallest negative number is one', () => {
  const { MIN_VALUE } = Number;
  expect([-MIN_VALUE, 0, -0, MIN_VALUE].map(isInverted)).toEqual([true, false, false, false]);
});

it('the edges of the coverage have a slack of 1e-12: C ≥ 0.5, and C ≤ 0.25 for ψ ≥ 0.75', () => {
  expect([1, 0.5, 0.5 - 0.9e-12, 0.5 - 1.1e-12].map(isHighCoverage)).toEqual([true, true, true, false]);
  expect([0, 0.25, 0.25 + 0.9e-12, 0.25 + 1.1e-12].map(isHighResiduality)).toEqual([true, true, true, false]);
});
