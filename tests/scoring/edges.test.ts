import { describe, expect, it } from 'vitest';

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
const ABOVE = 1 + Number.EPSILON;
const BELOW = 1 - Number.EPSILON;

describe.each([1, 0.05])('edges at τ = %s', (tau) => {
  const edge = tau * LN3;

  it('ρ ≥ 0.75 holds on m = τ ln 3 and not one step below', () => {
    expect(isConsistent(edge * BELOW, tau)).toBe(false);
    expect(isConsistent(edge, tau)).toBe(true);
    expect(isConsistent(edge * ABOVE, tau)).toBe(true);
  });

  it('η ≤ 0.25 holds on l = −τ ln 3 and not one step above', () => {
    expect(isLowLocality(-edge * ABOVE, tau)).toBe(true);
    expect(isLowLocality(-edge, tau)).toBe(true);
    expect(isLowLocality(-edge * BELOW, tau)).toBe(false);
  });

  it('η ≥ 0.75 holds on l = τ ln 3 and not one step below', () => {
    expect(isHighLocality(edge * BELOW, tau)).toBe(false);
    expect(isHighLocality(edge, tau)).toBe(true);
    expect(isHighLocality(edge * ABOVE, tau)).toBe(true);
  });
});

describe('inversion', () => {
  it('is m < 0: a tie is none, the smallest negative number is one', () => {
    expect(isInverted(-Number.MIN_VALUE)).toBe(true);
    expect(isInverted(0)).toBe(false);
    expect(isInverted(-0)).toBe(false);
    expect(isInverted(Number.MIN_VALUE)).toBe(false);
  });
});

describe('edges of the coverage, with a slack of 1e-12', () => {
  it('C ≥ 0.5', () => {
    expect(isHighCoverage(0.5)).toBe(true);
    expect(isHighCoverage(0.5 - 0.9e-12)).toBe(true);
    expect(isHighCoverage(0.5 - 1.1e-12)).toBe(false);
    expect(isHighCoverage(1)).toBe(true);
  });

  it('ψ ≥ 0.75, which is C ≤ 0.25', () => {
    expect(isHighResiduality(0.25)).toBe(true);
    expect(isHighResiduality(0.25 + 0.9e-12)).toBe(true);
    expect(isHighResiduality(0.25 + 1.1e-12)).toBe(false);
    expect(isHighResiduality(0)).toBe(true);
  });
});
