/** λ_max of Î in float64, by the Lanczos method with full reorthogonalisation. */

import { dot } from './neighbours';
import { seededRandom } from './random';
import type { Sliced } from './sliced';

/** Steps between two looks at the largest Ritz value. */
const LOOK_EVERY = 8;

/** It only grows, the slower the nearer it is: it has settled where steps between two looks moved it by a smaller share. */
const SETTLED = 1e-14;

/**
 * Largest eigenvalue of a symmetric positive semidefinite matrix. The start vector is seeded, so the same
 * matrix gives the same digits; after d steps the value is exact up to rounding.
 * @param matrix d×d, row-major; the upper triangle is read
 */
export function* largestEigenvalueInSlices(matrix: Float64Array, dimension: number): Sliced<number> {
  const d = dimension;
  const random = seededRandom(0x1a_2b_3c);
  const [basis, alpha, beta]: [Float64Array[], number[], number[]] = [[], [], []];
  let next: Float64Array = Float64Array.from({ length: d }, () => random() - 0.5);
  let [norm, theta] = [Math.sqrt(dot(next, next)), 0];
  for (let step = 0; step < d && norm > 0; step++) {
    const scale = 1 / norm;
    const vector = next.map((value) => value * scale);
    basis.push(vector);
    if (step > 0) beta.push(norm);
    next = multiply(matrix, vector, d);
    alpha.push(dot(next, vector));
    // Two passes are enough: the second removes what rounding left of earlier directions.
    for (let pass = 0; pass < 2; pass++) {
      for (const earlier of basis) removeAlong(next, earlier);
    }
    norm = Math.sqrt(dot(next, next));
    const isLast = step === d - 1 || norm === 0;
    if (isLast || step % LOOK_EVERY === LOOK_EVERY - 1) {
      const before = theta;
      theta = largestOfTridiagonal(alpha, beta);
      if (Math.abs(theta - before) <= SETTLED * theta) break;
    }
    // The number of steps is not known: far fewer than d.
    yield step / d;
  }
  return Math.max(theta, 0);
}

/** Leaves of a vector what is at right angles to one of unit length. */
function removeAlong(vector: Float64Array, unit: Float64Array): void {
  const along = dot(vector, unit);
  for (let i = 0; i < vector.length; i++) vector[i] -= along * unit[i];
}

/** By Newton's method on the characteristic polynomial from above, where it only falls. @param beta beside the diagonal */
function largestOfTridiagonal(alpha: readonly number[], beta: readonly number[]): number {
  let x = Math.max(...alpha.map((a, i) => a + Math.abs(beta[i - 1] ?? 0) + Math.abs(beta[i] ?? 0)));
  for (;;) {
    // p′/p is Σ q′/q over the pivots q of xI − T.
    let [pivot, slope, sum] = [1, 0, 0];
    for (let i = 0; i < alpha.length; i++) {
      const square = i === 0 ? 0 : beta[i - 1] ** 2;
      slope = 1 + (square * slope) / (pivot * pivot);
      pivot = x - alpha[i] - square / pivot;
      sum += slope / pivot;
    }
    const next = x - 1 / sum;
    if (!(next < x)) return x;
    x = next;
  }
}

/** The product of a symmetric matrix, of which the upper triangle is read, with a vector. */
function multiply(matrix: Float64Array, vector: Float64Array, d: number): Float64Array {
  const out = new Float64Array(d);
  for (let i = 0; i < d; i++) {
    const own = vector[i];
    let sum = matrix[i * d + i] * own;
    for (let j = i + 1; j < d; j++) {
      const entry = matrix[i * d + j];
      sum += entry * vector[j];
      out[j] += entry * own;
    }
    out[i] += sum;
  }
  return out;
}
