import { describe, expect, it } from 'vitest';

import { largestEigenvalue } from '../support/eigen';
import { logDetPlusIdentity } from '../../src/scoring/logdet';
import { pairGramInSlices, weightedGram } from '../../src/scoring/pair-gram';
import { atOnce } from '../../src/scoring/sliced';
import { expectRelative } from '../support/near';

describe('the Gram matrix of residuals', () => {
  // Residuals (1, 0, 0) and (3/5, 4/5, 0) in three dimensions.
  const components = Float64Array.of(1, 0.6, 0, 0.8, 0, 0);
  const gram = atOnce(pairGramInSlices(components, 2, 3));

  it('holds their products', () => {
    expect([gram[0], gram[1], gram[3]]).toEqual([1, 0.6, 1]);
  });

  it('has the log-det and the largest eigenvalue of Î, by hand', () => {
    const matrix = weightedGram(gram, Float64Array.of(4, 1), 2);
    // Î = ½(4·[[1, 0], [0, 0]] + [[0.36, 0.48], [0.48, 0.64]]): det(I + Î) = 3.18·1.32 − 0.0576 = 4.14.
    expectRelative(logDetPlusIdentity(matrix, 2), Math.log(4.14), 1e-14);
    // Trace 2.5 and determinant ½·4·½·1·(1 − 0.36) = 0.64: λ = (2.5 + √(6.25 − 2.56))/2.
    expectRelative(largestEigenvalue(matrix, 2), (2.5 + Math.sqrt(3.69)) / 2, 1e-12);
  });

  it('is summed over blocks of components', () => {
    const d = 600;
    const ones = atOnce(pairGramInSlices(new Float64Array(2 * d).fill(0.5), 2, d));
    expect([ones[0], ones[1], ones[3]]).toEqual([150, 150, 150]);
  });
});
