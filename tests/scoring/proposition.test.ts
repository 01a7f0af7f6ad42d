/** Proposition 1 of the paper ("Structural properties of ECI"), item by item. */

import { describe, expect, it } from 'vitest';

import { targetConsistency } from '../../src/scoring/gates';
import { accumulateInformation, informationMatrix } from '../../src/scoring/information';
import { logDetPlusIdentity } from '../../src/scoring/logdet';
import { seededRandom } from '../../src/scoring/random';
import { expectRelative } from '../support/near';

/** Î of unit residuals with weights, N = number of pairs. */
function information(residuals: number[][], weights: number[]): Float64Array {
  const d = (residuals[0] as number[]).length;
  const sum = new Float64Array(d * d);
  const rows = Float64Array.from(residuals.flat());
  accumulateInformation(sum, rows, Float64Array.from(weights), weights.length, d);
  return informationMatrix(sum, weights.length, d);
}

const score = (residuals: number[][], weights: number[]) =>
  logDetPlusIdentity(information(residuals, weights), (residuals[0] as number[]).length);

function randomUnit(random: () => number, d: number): number[] {
  const row = Array.from({ length: d }, () => random() - 0.5);
  const norm = Math.hypot(...row);
  return row.map((x) => x / norm);
}

/** Unit vector at an angle in the plane. */
const at = (degrees: number) => [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];

describe('item 1: Î is positive semidefinite', () => {
  it('has xᵀ Î x ≥ 0 for many x, and 0 for x across all residuals', () => {
    const random = seededRandom(7);
    const d = 6;
    const residuals = Array.from({ length: 9 }, () => [...randomUnit(random, d - 1), 0]);
    const matrix = information(
      residuals,
      residuals.map(() => random()),
    );
    const form = (x: number[]) =>
      x.reduce(
        (sum, xi, i) => sum + x.reduce((s, xj, j) => s + xi * (matrix[i * d + j] as number) * xj, 0),
        0,
      );
    for (let k = 0; k < 500; k++) expect(form(randomUnit(random, d))).toBeGreaterThanOrEqual(0);
    expect(form([0, 0, 0, 0, 0, 1])).toBe(0);
  });
});

describe('item 2: ECI ≥ 0, and 0 only for Î = 0', () => {
  it('is exactly 0 without weight and for zero residuals', () => {
    expect(score([at(10), at(80)], [0, 0])).toBe(0);
    expect(
      score(
        [
          [0, 0],
          [0, 0],
        ],
        [0.5, 0.7],
      ),
    ).toBe(0);
  });

  it('is above 0 for the smallest of weights', () => {
    expectRelative(score([[1, 0]], [1e-30]), 1e-30);
    expect(score([at(10), at(80)], [1e-20, 0])).toBeGreaterThan(0);
  });
});

describe('item 3: ρ is the two-document softmax probability of the positive', () => {
  it('is e^1.2/(e^1.2 + e^0) for u·v⁺ = 0.6, u·v⁻ = 0 and τ = 0.5', () => {
    expectRelative(targetConsistency(0.6 - 0, 0.5), 0.7685247834990176);
    expectRelative(targetConsistency(0.6 - 0, 0.5), 3.3201169227365472 / (3.3201169227365472 + 1));
  });
});

describe('item 4: the same weight scores more when it is spread', () => {
  // Weights 0.6 and 1.0 over N = 2 pairs: a = 0.3, b = 0.5, W = 0.8.
  const weights = [0.6, 1];

  it('collinear residuals give log(1 + W), whatever their sign', () => {
    expectRelative(score([at(25), at(25)], weights), 0.587786664902119);
    expectRelative(score([at(25), at(205)], weights), 0.587786664902119);
  });

  it('residuals at 60° give log(1 + W + ab sin²60°) = log 1.9125', () => {
    expectRelative(score([at(0), at(60)], weights), 0.6484112867185539);
    expectRelative(score([at(40), at(100)], weights), 0.6484112867185539);
  });

  it('orthogonal residuals give log(1 + a) + log(1 + b) = log 1.95', () => {
    expectRelative(score([at(15), at(105)], weights), 0.6678293725756554);
  });

  it('grows with the angle, strictly', () => {
    const scores = [0, 0.001, 10, 30, 60, 89, 90].map((angle) => score([at(0), at(angle)], weights));
    for (const [k, value] of scores.entries()) {
      if (k > 0) expect(value).toBeGreaterThan(scores[k - 1] as number);
    }
  });
});
