import { expect, it } from 'vitest';

import {
  isConsistent,
  isHighCoverage,
  isHighLocality,
  isHighResiduality,
  isInverted,
  isLowLocality,
} from '../../src/scoring/edges';

/** ln 3 to the last digit of a double. */
const LN3 = 1.0986122886681098;

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
