/** Three cosines: possible triples and placed points. */

import { describe, expect, it } from 'vitest';

import {
  type CosineTriple,
  informationEllipse,
  isPossible,
  placePair,
  thirdCosineRange,
} from '../../src/scoring/gram';
import { seededRandom } from '../../src/scoring/random';
import { largestEigenvalue } from '../support/eigen';
import { logDetPlusIdentity } from '../../src/scoring/logdet';

const dot = (x: Float64Array, y: Float64Array) => x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0);

/** Cosines of three random unit vectors: possible by how they were made. */
function madeTriple(random: () => number): CosineTriple {
  const [x, y, z] = [0, 1, 2].map(() => {
    const row = Float64Array.from({ length: 3 }, () => random() - 0.5);
    return row.map((value) => value / Math.sqrt(dot(row, row)));
  }) as [Float64Array, Float64Array, Float64Array];
  return [dot(x, y), dot(x, z), dot(y, z)];
}

describe('possible triples', () => {
  it('takes every triple of real vectors and refuses two near ones that are far from each other', () => {
    const random = seededRandom(11);
    for (let i = 0; i < 500; i++) expect(isPossible(madeTriple(random))).toBe(true);
    const impossible: CosineTriple[] = [
      [0.9, 0.9, 0],
      [-0.9, -0.9, -0.9],
      [1.1, 0, 0],
    ];
    expect(impossible.map(isPossible)).toEqual([false, false, false]);
  });

  it('has the range of angles between α − β and α + β', () => {
    const [alpha, beta] = [0.4, 0.9];
    const { least, most } = thirdCosineRange(Math.cos(alpha), Math.cos(beta));
    expect(least).toBeCloseTo(Math.cos(alpha + beta), 14);
    expect(most).toBeCloseTo(Math.cos(beta - alpha), 14);
    for (const c of [least, most]) {
      const [a, b] = [Math.cos(alpha), Math.cos(beta)];
      expect(isPossible([a, b, c])).toBe(true);
      const outside = c + 1e-6 * Math.sign(c - (least + most) / 2);
      expect(isPossible([a, b, outside])).toBe(false);
    }
  });
});

describe('placed points', () => {
  it('are unit vectors with the cosines asked for', () => {
    const random = seededRandom(12);
    for (let i = 0; i < 200; i++) {
      const cosines = madeTriple(random);
      const { query, positive, negative } = placePair(cosines);
      for (const row of [query, positive, negative]) expect(dot(row, row)).toBeCloseTo(1, 12);
      expect(dot(query, positive)).toBeCloseTo(cosines[0], 12);
      expect(dot(query, negative)).toBeCloseTo(cosines[1], 12);
      expect(dot(positive, negative)).toBeCloseTo(cosines[2], 12);
    }
  });

  it('puts a positive that is the query itself', () => {
    const { query, positive, negative } = placePair([1, 0.6, 0.6]);
    expect(positive).toEqual(query);
    expect(dot(positive, negative)).toBeCloseTo(0.6, 14);
  });
});

describe('the ellipse of I + Î', () => {
  it('is the unit circle for no information', () => {
    expect(informationEllipse(new Float64Array(4))).toEqual({ major: 1, minor: 1, angle: 0 });
  });

  it('stretches along the one direction of a rank-one matrix', () => {
    const theta = 0.7;
    const [x, y] = [Math.cos(theta), Math.sin(theta)];
    const { major, minor, angle } = informationEllipse(
      Float64Array.of(0.6 * x * x, 0.6 * x * y, 0.6 * x * y, 0.6 * y * y),
    );
    expect(major).toBeCloseTo(1.6, 14);
    expect(minor).toBeCloseTo(1, 14);
    expect(angle).toBeCloseTo(theta, 14);
  });

  it('has an area whose logarithm is the score, and λ_max in its longer axis', () => {
    const random = seededRandom(5);
    for (let i = 0; i < 100; i++) {
      const [a, b, c] = [random(), random(), random()];
      // BᵀB of a triangular B: positive semidefinite by how it is made.
      const scale = 1 + 9 * random();
      const matrix = Float64Array.of(a * a, a * b, a * b, b * b + c * c).map((value) => scale * value);
      const { major, minor } = informationEllipse(matrix);
      expect(Math.log(major * minor)).toBeCloseTo(logDetPlusIdentity(matrix, 2), 12);
      expect(major - 1).toBeCloseTo(largestEigenvalue(matrix, 2), 8);
    }
  });
});
