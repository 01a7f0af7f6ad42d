/**
 * Nearest neighbours by cosine in float64: the reference for the WGSL kernel, and the judge of its near-ties. The
 * control `false-negative` takes its negatives from here.
 */

import type { Vector } from './gates';

/** Items by their embeddings: one row and one group each. */
export interface GroupedRows {
  /** Index of each item's embedding. */
  readonly rows: Uint32Array;
  /** Group of each item. Items of one group are not each other's neighbours, nor are items of one row. */
  readonly groups: Uint32Array;
}

/** For every query its nearest candidates, nearest first. */
export interface Neighbours {
  /** queries × k: places in the list of candidates; −1 after the last one where there are fewer than k. */
  readonly indices: Int32Array;
  /** queries × k: their cosines; 0 where there is no neighbour. */
  readonly cosines: Float64Array;
}

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

/** Whether the candidate may be a neighbour of the query. */
function mayBeNeighbours(
  queries: GroupedRows,
  query: number,
  candidates: GroupedRows,
  candidate: number,
): boolean {
  return (
    queries.groups[query] !== candidates.groups[candidate] &&
    queries.rows[query] !== candidates.rows[candidate]
  );
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

  /** Writes the list to one query's part of `out` and empties it. */
  take(query: number, out: Neighbours): void {
    out.indices.fill(-1, query * this.k, (query + 1) * this.k);
    out.indices.set(this.indices.subarray(0, this.length), query * this.k);
    out.cosines.set(this.cosines.subarray(0, this.length), query * this.k);
    this.length = 0;
  }

  private isBehind(place: number, index: number, cosine: number): boolean {
    const held = this.cosines[place];
    return held < cosine || (held === cosine && this.indices[place] > index);
  }
}

/** Empty places for the neighbours of `queries` items. */
export function noNeighbours(queries: number, k: number): Neighbours {
  return { indices: new Int32Array(queries * k).fill(-1), cosines: new Float64Array(queries * k) };
}

/** Offers to `list` every candidate that may be a neighbour of one query. */
export function offerAll(
  queries: GroupedRows,
  query: number,
  candidates: GroupedRows,
  embeddedQuery: Embedded,
  embeddedCandidates: readonly Embedded[],
  list: NearestList,
): void {
  embeddedCandidates.forEach((other, candidate) => {
    if (mayBeNeighbours(queries, query, candidates, candidate))
      list.offer(candidate, cosine(embeddedQuery, other));
  });
}

/**
 * The k nearest candidates of every query: by cosine, ties by the candidate's place in the list.
 * @param vector the embedding of a row
 * @internal the float64 twin of gpu/neighbours
 */
export function nearestNeighbours(
  queries: GroupedRows,
  candidates: GroupedRows,
  k: number,
  vector: (row: number) => Vector,
): Neighbours {
  const found = noNeighbours(queries.rows.length, k);
  const others = Array.from(candidates.rows, (row) => embedded(vector(row)));
  const list = new NearestList(k);
  queries.rows.forEach((row, query) => {
    offerAll(queries, query, candidates, embedded(vector(row)), others, list);
    list.take(query, found);
  });
  return found;
}
