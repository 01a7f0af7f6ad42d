/** Cosines in float64, and the nearest of some candidates: the control `false-negative` takes its negatives from here. */

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
function dot(u: Vector, v: Vector): number {
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

/** The best k of the candidates offered for one query: by cosine, ties by the lower index. */
export class NearestList {
  private length = 0;
  private readonly indices: Int32Array;
  private readonly cosines: Float64Array;

  constructor(private readonly k: number) {
    this.indices = new Int32Array(k);
    this.cosines = new Float64Array(k);
  }

  offer(index: number, cosine: number): void {
    let place = this.length;
    while (place > 0 && this.isBehind(place - 1, index, cosine)) place--;
    if (place === this.k) return;
    this.indices.copyWithin(place + 1, place, this.k - 1);
    this.cosines.copyWithin(place + 1, place, this.k - 1);
    this.indices[place] = index;
    this.cosines[place] = cosine;
    this.length = Math.min(this.length + 1, this.k);
  }

  /** What was offered with the k largest cosines, nearest first; fewer where fewer were offered. */
  found(): Int32Array {
    return this.indices.subarray(0, this.length);
  }

  private isBehind(place: number, index: number, cosine: number): boolean {
    const held = this.cosines[place];
    return held < cosine || (held === cosine && this.indices[place] > index);
  }
}
