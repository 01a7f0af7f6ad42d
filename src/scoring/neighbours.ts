/** Cosines in float64. */

import type { Vector } from './gates';

export interface Embedded {
  readonly vector: Vector;
  readonly norm: number;
}

export function embedded(vector: Vector): Embedded {
  return { vector, norm: Math.sqrt(dot(vector, vector)) };
}

/** u·v/(‖u‖‖v‖), or 0 where a norm is 0. */
export function cosine(u: Embedded, v: Embedded): number {
  const scale = u.norm * v.norm;
  return scale === 0 ? 0 : dot(u.vector, v.vector) / scale;
}

/** u·v in float64. Four sums side by side, since each addition waits for the one before it. */
export function dot(u: Vector, v: Vector): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let e = 0;
  let i = 0;
  for (; i + 3 < u.length; i += 4) {
    a += u[i] * v[i];
    b += u[i + 1] * v[i + 1];
    c += u[i + 2] * v[i + 2];
    e += u[i + 3] * v[i + 3];
  }
  for (; i < u.length; i++) a += u[i] * v[i];
  return a + b + (c + e);
}
