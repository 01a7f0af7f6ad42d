import { describe, expect, it } from 'vitest';

import {
  lexicalResiduality,
  pairGeometry,
  pairwiseGradientEnergy,
  pairwiseLoss,
  queryGradient,
  semanticLocality,
  sigmoid,
  targetConsistency,
  targetInconsistency,
  type Vector,
} from '../../src/scoring/gates';
import { expectRelative } from '../support/near';

function geometry(query: Vector, positive: Vector, negative: Vector) {
  const out = { margin: NaN, locality: NaN, distance: NaN };
  pairGeometry(query, positive, negative, out);
  return out;
}

describe('sigmoid', () => {
  it.each([
    [1, 0.7310585786300049],
    [-1, 0.2689414213699951],
    [2, 0.8807970779778824],
    [-2.4, 0.08317269649392237],
    [-40, 4.248354255291589e-18],
    [-700, 9.85967654375977e-305],
  ])('is the logistic function at %s', (x, value) => expectRelative(sigmoid(x), value, 4e-16));

  it('stays in [0, 1] where exp overflows', () => {
    expect([1e4, Infinity, -1e4, -Infinity].map((x) => sigmoid(x))).toEqual([1, 1, 0, 0]);
  });
});

describe('pairGeometry', () => {
  it('forms m, l and the distance', () => {
    // v⁺ − v⁻ = (0.6, −0.2), so m = 0.48 − 0.12; v⁺ − u = (−0.2, 0.2).
    const pair = geometry(Float64Array.of(0.8, 0.6), Float64Array.of(0.6, 0.8), Float64Array.of(0, 1));
    expectRelative(pair.margin, 0.36);
    expectRelative(pair.locality, 0.2);
    expectRelative(pair.distance, 0.6324555320336759);
  });

  it('takes differences before products, so that near rows keep their digits', () => {
    // Two dots would both round to 1e8.
    const small = 2 ** -40;
    const pair = geometry(Float64Array.of(1, 1), Float64Array.of(small, 1e8), Float64Array.of(0, 1e8));
    expect(pair.margin).toBe(small);
    expect(pair.distance).toBe(small);
  });

  it('gives exactly 0 where the negative is the positive, even in separate float32 rows', () => {
    const query = Float32Array.of(0.3, -0.1, 0.7);
    const pair = geometry(query, Float32Array.of(0.1, 0.2, 0.3), Float32Array.of(0.1, 0.2, 0.3));
    expect(pair.margin).toBe(0);
    expect(pair.distance).toBe(0);
    expect(targetConsistency(pair.margin, 0.05)).toBe(0.5);
  });
});

describe('the gates of a pair', () => {
  it('ρ is σ(m/τ), and exactly 0.5 at a tie', () => {
    for (const tau of [0.01, 0.05, 1]) {
      expect([targetConsistency(0, tau), targetInconsistency(0, tau)]).toEqual([0.5, 0.5]);
    }
    expectRelative(targetConsistency(0.1, 0.05), 0.8807970779778824);
    expectRelative(targetConsistency(-0.05, 0.05), 0.2689414213699951);
  });

  it('1 − ρ keeps its digits where ρ rounds to 1', () => {
    expect(targetConsistency(2, 0.05)).toBe(1);
    expectRelative(targetInconsistency(2, 0.05), 4.248354255291589e-18);
  });

  it('η is σ(l/τ) and ψ is 1 − C', () => {
    expectRelative(semanticLocality(-0.1, 0.05), 0.1192029220221176);
    expect([0, 0.25, 1].map(lexicalResiduality)).toEqual([1, 0.75, 0]);
  });

  it('the loss is −log ρ, small and large', () => {
    expectRelative(pairwiseLoss(0, 0.05), 0.6931471805599453);
    expectRelative(pairwiseLoss(0.1, 0.05), 0.1269280110429725);
    expectRelative(pairwiseLoss(2, 0.05), 4.248354255291589e-18);
    expectRelative(pairwiseLoss(-50, 0.05), 1000);
  });

  it('the gradient energy is (1−ρ)²‖v⁺−v⁻‖²/τ²', () => {
    expectRelative(pairwiseGradientEnergy(0.25, 0.8, 0.5), 0.16);
    expectRelative(pairwiseGradientEnergy(0.1192029220221176, 0.8, 0.05), 3.6375901743644259);
    expect(pairwiseGradientEnergy(0.5, 0, 0.05)).toBe(0);
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
