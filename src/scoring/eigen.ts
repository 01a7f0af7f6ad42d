/** λ_max of Î in float64, by the Lanczos method with full reorthogonalisation. */

import { seededRandom } from './random';
import type { Sliced } from './sliced';

/**
 * The iteration stops at this relative residual of the Ritz pair. The eigenvalue is more exact than that: its error
 * is the residual's square over the gap to the next eigenvalue, and at most the residual itself.
 */
const TOLERANCE = 1e-9;

/** Steps between two looks at the largest Ritz value. */
const LOOK_EVERY = 8;

/**
 * Largest eigenvalue of a symmetric positive semidefinite matrix. The start vector is seeded, so the same
 * matrix gives the same digits; after d steps the value is exact up to rounding.
 * @param matrix d×d, row-major; the upper triangle is read
 */
export function* largestEigenvalueInSlices(matrix: Float64Array, dimension: number): Sliced<number> {
  const d = dimension;
  const random = seededRandom(0x1a_2b_3c);
  const basis: Float64Array[] = [];
  const alpha: number[] = [];
  const beta: number[] = [];
  let vector: Float64Array = Float64Array.from({ length: d }, () => random() - 0.5);
  scaleInPlace(vector, 1 / Math.sqrt(dot(vector, vector)));
  for (let step = 0; step < d; step++) {
    basis.push(vector);
    const next = multiply(matrix, vector, d);
    alpha.push(dot(next, vector));
    // Two passes are enough: the second removes what rounding left of earlier directions.
    for (let pass = 0; pass < 2; pass++) {
      for (const earlier of basis) addScaled(next, earlier, -dot(next, earlier));
    }
    const norm = Math.sqrt(dot(next, next));
    const last = step === d - 1;
    if (last || norm === 0 || step % LOOK_EVERY === LOOK_EVERY - 1) {
      const theta = largestOfTridiagonal(alpha, beta);
      if (last || norm <= TOLERANCE * theta || ritzResidual(alpha, beta, theta, norm) <= TOLERANCE * theta) {
        return Math.max(theta, 0);
      }
    }
    beta.push(norm);
    scaleInPlace(next, 1 / norm);
    vector = next;
    // The number of steps is not known: far fewer than d.
    yield step / d;
  }
  return 0;
}

/** Largest eigenvalue of the symmetric tridiagonal matrix, by bisection on its Sturm count. */
function largestOfTridiagonal(alpha: readonly number[], beta: readonly number[]): number {
  let low = Infinity;
  let high = -Infinity;
  alpha.forEach((a, i) => {
    const radius = Math.abs(beta[i - 1] ?? 0) + Math.abs(i < alpha.length - 1 ? (beta[i] ?? 0) : 0);
    low = Math.min(low, a - radius);
    high = Math.max(high, a + radius);
  });
  for (let i = 0; i < 200; i++) {
    const middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    if (countAbove(alpha, beta, middle) > 0) low = middle;
    else high = middle;
  }
  return high;
}

/** Number of eigenvalues above x. */
function countAbove(alpha: readonly number[], beta: readonly number[], x: number): number {
  let count = 0;
  let pivot = 1;
  for (let i = 0; i < alpha.length; i++) {
    const b = i === 0 ? 0 : beta[i - 1];
    pivot = alpha[i] - x - (i === 0 ? 0 : (b * b) / pivot);
    if (pivot === 0) pivot = Number.MIN_VALUE;
    if (pivot > 0) count++;
  }
  return count;
}

/**
 * |β_k s_k|, where s is the unit eigenvector of the tridiagonal matrix for θ: the residual of the Ritz pair. The
 * components are computed from the last one upwards, the direction in which they grow; downwards rounding would take
 * over.
 */
function ritzResidual(
  alpha: readonly number[],
  beta: readonly number[],
  theta: number,
  norm: number,
): number {
  let below = 0;
  let current = 1;
  let square = 1;
  for (let i = alpha.length - 1; i > 0; i--) {
    const next = ((theta - alpha[i]) * current - (beta[i] ?? 0) * below) / beta[i - 1];
    below = current;
    current = next;
    square += next * next;
  }
  return norm / Math.sqrt(square);
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

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function addScaled(target: Float64Array, source: Float64Array, factor: number): void {
  for (let i = 0; i < target.length; i++) target[i] += factor * source[i];
}

function scaleInPlace(vector: Float64Array, factor: number): void {
  for (let i = 0; i < vector.length; i++) vector[i] *= factor;
}
