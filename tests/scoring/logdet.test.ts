import { describe, expect, it } from 'vitest';

import { logDetPlusIdentity, NotPositiveDefiniteError } from '../../src/scoring/logdet';
import { expectRelative } from '../support/near';

describe('logDetPlusIdentity', () => {
  it('keeps the digits of eigenvalues of 1e-10', () => {
    // 1e-10·[[2, 1], [1, 2]]: log1p(3e-10) + log1p(1e-10) = 4e-10 − 5e-20 + ….
    expectRelative(
      logDetPlusIdentity(Float64Array.of(2e-10, 1e-10, 1e-10, 2e-10), 2),
      3.9999999995e-10,
      1e-12,
    );
  });

  it('keeps them through the fill-in of a 64×64 matrix', () => {
    // 1e-10·(I + eeᵀ/64) with e all ones: eigenvalues 2e-10 once and 1e-10 sixty-three times.
    // Σ λ − λ²/2 = 65e-10 − (4 + 63)·0.5e-20 = 6.4999999996650e-9.
    const d = 64;
    const matrix = Float64Array.from({ length: d * d }, (_, k) =>
      Math.floor(k / d) === k % d ? 1e-10 + 1e-10 / d : 1e-10 / d,
    );
    expectRelative(logDetPlusIdentity(matrix, d), 6.499999999665e-9, 1e-12);
  });

  it('names the first pivot that is not above zero', () => {
    // I + [[0, 2], [2, 0]] has pivots 1 and −3.
    const indefinite = () => logDetPlusIdentity(Float64Array.of(0, 2, 2, 0), 2);
    expect(indefinite).toThrow(NotPositiveDefiniteError);
    expect(indefinite).toThrow('pivot 1 is not above zero');
    expect(() => logDetPlusIdentity(Float64Array.of(-1, 0, 0, 5), 2)).toThrow('pivot 0');
  });

  it('does not take NaN for a score', () => {
    expect(() => logDetPlusIdentity(Float64Array.of(1, 0, 0, NaN), 2)).toThrow('pivot 1');
  });
});
