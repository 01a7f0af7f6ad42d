/** The ellipse of Î against what is known of it by other ways. */

import { describe, expect, it } from 'vitest';

import { largestEigenvalue } from '../support/eigen';
import { informationEllipse } from '../../src/scoring/ellipse';
import { logDetPlusIdentity } from '../../src/scoring/logdet';
import { seededRandom } from '../../src/scoring/random';

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
