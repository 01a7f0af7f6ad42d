/**
 * The nearest passages of queries by cosine, exactly: products in 16 bits propose, with a proven bound on their error, and
 * float64 decides. The list is the same for any number of workers, and for devices whose vectors differ by rounding.
 */

import { cosine, embedded, type Embedded } from '../../scoring/neighbours';
import type { Sliced } from '../../scoring/sliced';
import { blockPassages, ROW_STEP, SimdCosines } from '../../simd/cosines';
import { bestWithTies, LargestScores, type Ranked } from './top';

/** Cosines no further apart are ties: what devices make of one text differs by less. */
const COSINE_TIE = 1e-6;

/** A unit vector's largest whole number. */
const SCALE = 32_767;
const SCALE_SQUARED = SCALE * SCALE;

const LEAST_INT32 = -(2 ** 31);
const MOST_INT32 = 2 ** 31 - 1;

/** Vectors by their places. */
export interface Rows {
  readonly count: number;
  readonly dimension: number;
  row(place: number): Float32Array;
}

/**
 * A vector at length 32,767 as whole numbers.
 * @param out gets them
 * @returns length of what rounding took away
 */
function quantise({ vector, norm }: Embedded, out: Int16Array): number {
  const scale = norm === 0 ? 0 : SCALE / norm;
  let lost = 0;
  for (let i = 0; i < vector.length; i++) {
    const exact = vector[i] * scale;
    const whole = Math.round(exact);
    out[i] = whole;
    lost += (exact - whole) ** 2;
  }
  return Math.sqrt(lost);
}

/**
 * How far a product of whole numbers may lie from 32,767² times the cosine: |q·p − q̂·p̂| ≤ ‖q − q̂‖‖p‖ + ‖q̂‖‖p − p̂‖.
 * @param query ‖q − q̂‖
 * @param passage ‖p − p̂‖
 */
function productError(query: number, passage: number): number {
  return query * SCALE + (SCALE + query) * passage;
}

/** Passages to be searched, prepared once. */
export class NearestSearch {
  private constructor(
    private readonly passages: Rows,
    private readonly simd: SimdCosines,
    private readonly width: number,
    private readonly norms: Float64Array,
    /** Largest ‖p − p̂‖. */
    private readonly lost: number,
  ) {}

  /**
   * Yields the share done.
   * @param module see `compileCosines`
   * @throws OutOfMemoryError
   */
  static *prepare(module: WebAssembly.Module, passages: Rows): Sliced<NearestSearch> {
    const { count, dimension } = passages;
    const width = Math.ceil(dimension / ROW_STEP) * ROW_STEP;
    const simd = new SimdCosines(module, width, count);
    const norms = new Float64Array(count);
    let lost = 0;
    for (let place = 0; place < count; place++) {
      const passage = embedded(passages.row(place));
      norms[place] = passage.norm;
      lost = Math.max(lost, quantise(passage, simd.passages.subarray(place * width)));
      if (place % 1024 === 0) yield place / count;
    }
    return new NearestSearch(passages, simd, width, norms, lost);
  }

  /**
   * The k nearest passages of each query: by cosine, ties in the order of documents.
   * @param queries at most `BLOCK_QUERIES` of simd/cosines.ts
   */
  search(queries: readonly Float32Array[], k: number): Ranked[] {
    const { simd, width, passages } = this;
    const most = Math.min(k, passages.count);
    if (most === 0) return queries.map(() => bestWithTies([], [], k, COSINE_TIE));
    const asked = queries.map((vector) => embedded(vector));
    const lists = asked.map(() => ({ passages: [] as number[], products: [] as number[] }));
    const best = asked.map(() => new LargestScores(most));
    simd.queries.fill(0);
    simd.thresholds.fill(MOST_INT32);
    const slack = asked.map((query, i) => {
      const error = quantise(query, simd.queries.subarray(i * width));
      simd.thresholds[i] = LEAST_INT32;
      return 2 * productError(error, this.lost) + COSINE_TIE * SCALE_SQUARED;
    });
    for (let first = 0; first < passages.count; first += blockPassages(first)) {
      const hits = simd.multiply(asked.length, first);
      for (let hit = 0; hit < hits; hit += 3) {
        const passage = first + simd.hits[hit + 1];
        // Rows of zeros fill the last block.
        if (passage >= passages.count) continue;
        const query = simd.hits[hit];
        const product = simd.hits[hit + 2];
        best[query].offer(product);
        lists[query].passages.push(passage);
        lists[query].products.push(product);
      }
      for (const [i, list] of best.entries()) {
        if (list.least > -Infinity) simd.thresholds[i] = Math.floor(list.least - slack[i]);
      }
    }
    return queries.map((query, i) => {
      const { passages: found, products } = lists[i];
      const least = best[i].least - slack[i];
      const near = found.filter((_, place) => products[place] >= least);
      return bestWithTies(near, this.scoresOf(query, near), k, COSINE_TIE);
    });
  }

  /** Cosines of a query with some passages, in float64. */
  scoresOf(query: Float32Array, places: ArrayLike<number>): Float64Array {
    const own = embedded(query);
    return Float64Array.from(places, (place) =>
      cosine(own, { vector: this.passages.row(place), norm: this.norms[place] }),
    );
  }
}
