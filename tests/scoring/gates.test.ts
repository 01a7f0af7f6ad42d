import { describe, expect, it } from 'vitest';

import {
  pairGeometry,
  pairwiseGradientEnergy,
  pairwiseLoss,
  queryGradient,
  targetInconsistency,
  type Vector,
} from '../../src/scoring/gates';
import { expectRelative } from '../support/near';

function geometry(query: Vector, positive: Vector, negative: Vector) {
  const out = { margin: NaN, locality: NaN, distance: NaN };
  pairGeometry(query, positive, negative, out);
  return out;
}

describe('pairGeometry', () => {
  it('takes differences before products, so that near rows keep their digits', () => {
    // Two dots would both round to 1e8.
    const small = 2 ** -40;
    const pair = geometry(Float64Array.of(1, 1), Float64Array.of(small, 1e8), Float64Array.of(0, 1e8));
    expect(pair.margin).toBe(small);
    expect(pair.distance).toBe(small);
  });
});

const QUERY = Float64Array.of(0.6, 0.64, 0.48);
const POSITIVE = Float64Array.of(0.8, 0.6, 0);
const NEGATIVE = Float64Array.of(0, 0.28, 0.96);

function lossAt(query: Float64Array, tau: number): number {
  const geometry = { margin: 0, locality: 0, distance: 0 };
  pairGeometry(query, POSITIVE, NEGATIVE, geometry);
  return pairwiseLoss(geometry.margin, tau);
}

describe.each([0.05, 0.2, 1])('the query gradient at τ = %f', (tau) => {
  const geometry = { margin: 0, locality: 0, distance: 0 };
  pairGeometry(QUERY, POSITIVE, NEGATIVE, geometry);
  const gradient = queryGradient(POSITIVE, NEGATIVE, targetInconsistency(geometry.margin, tau), tau);

  it('is what central differences of the loss give', () => {
    const step = 1e-5;
    gradient.forEach((slope, i) => {
      const [ahead, behind] = [1, -1].map((sign) =>
        lossAt(
          QUERY.map((value, j) => value + (i === j ? sign * step : 0)),
          tau,
        ),
      ) as [number, number];
      expectRelative((ahead - behind) / (2 * step), slope, 1e-5);
    });
  });

  it('has the energy (1−ρ)²‖v⁺−v⁻‖²/τ²', () => {
    const energy = gradient.reduce((sum, slope) => sum + slope * slope, 0);
    const oneMinusRho = targetInconsistency(geometry.margin, tau);
    expectRelative(energy, pairwiseGradientEnergy(oneMinusRho, geometry.distance, tau), 1e-12);
  });
});
