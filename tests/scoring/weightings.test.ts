import { describe, expect, it } from 'vitest';

import type { PairGates } from '../../src/scoring/pair-gates';
import { SAFETY_GRID, WEIGHTING_IDS, WEIGHTINGS, type WeightingId } from '../../src/scoring/weightings';
import { expectRelative } from '../support/near';

/** m/τ = 2, l/τ = −1, C = 0.25, ‖v⁺−v⁻‖ = 0.8, τ = 0.05. */
const PAIR: PairGates = {
  rho: 0.8807970779778824,
  oneMinusRho: 0.1192029220221176,
  eta: 0.2689414213699951,
  psi: 0.75,
  decay: 0.1353352832366127,
  margin: 0.1,
  distance: 0.8,
  tau: 0.05,
};

describe('weightings', () => {
  it('are thirteen, of which all but margin-hardness form the safety grid', () => {
    expect(WEIGHTING_IDS).toHaveLength(13);
    expect(WEIGHTING_IDS.filter((id) => !SAFETY_GRID.includes(id))).toEqual(['margin-hardness']);
  });

  it('use the given 1 − ρ, not a subtraction', () => {
    // m/τ = 40: ρ rounds to 1, 1 − ρ is 4.248354255291589e-18.
    const easy = { ...PAIR, rho: 1, oneMinusRho: 4.248354255291589e-18, eta: 0.5, psi: 1, margin: 2 };
    expectRelative(WEIGHTINGS['two-sided'].weight(easy), 4.248354255291589e-18);
    expectRelative(WEIGHTINGS['symmetric-psi'].weight(easy), 4.248354255291589e-18);
    // (4.248354255291589e-18)² / 2.
    expectRelative(WEIGHTINGS.gradient.weight(easy), 9.024256939227076e-36);
  });
});

describe('clipped weightings', () => {
  const at = (id: WeightingId, margin: number, tau: number) =>
    WEIGHTINGS[id].weight({ ...PAIR, rho: 0.9, eta: 0.5, psi: 0.5, margin, tau });

  it.each([
    ['clip-0.99', 4.59511985013459],
    ['clip-0.999', 6.906754778648554],
  ] as const)('%s cuts from m = τ ln(p/(1−p)) on', (id, edge) => {
    for (const tau of [1, 0.05]) {
      expectRelative(at(id, tau * edge * (1 - Number.EPSILON), tau), 0.225);
      expect(at(id, tau * edge, tau)).toBe(0);
      expect(at(id, tau * edge * (1 + Number.EPSILON), tau)).toBe(0);
    }
  });
});
