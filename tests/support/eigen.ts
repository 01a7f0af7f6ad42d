/** λ_max at once. */

import { largestEigenvalueInSlices } from '../../src/scoring/eigen';
import { atOnce } from '../../src/scoring/sliced';

/** @param matrix d×d, row-major, full */
export function largestEigenvalue(matrix: Float64Array, dimension: number): number {
  return atOnce(largestEigenvalueInSlices(matrix, dimension));
}
