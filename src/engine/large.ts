/** Where sums are made; of long embeddings, what they cost and how much memory they may take. */

import type { DeviceReport } from '../encoder/types';

/** Where Î, its trace and its log-det of a run come from. */
export function sumsInWords({ kind }: Pick<DeviceReport, 'kind'>): string {
  return kind === 'webgpu' ? 'Î, trace and log det by WGSL' : 'Î, trace and log det in float64';
}

/**
 * Up to this dimension a log-det takes well under a second. Above it a source of few pairs is summed by its pairs,
 * and fewer matrices are held at a time.
 */
const LARGE_DIMENSION = 1024;

export function isLarge(dimension: number): boolean {
  return dimension > LARGE_DIMENSION;
}

/** What the cost of a source's sums depends on. */
export interface SumShape {
  readonly pairs: number;
  readonly dimension: number;
}

/**
 * Whether a source is summed by its pairs: long embeddings, and at most half as many pairs as dimensions. Its log-det
 * then takes at most an eighth of the time, and less memory.
 */
export function isSummedByPairs({ pairs, dimension }: SumShape): boolean {
  return isLarge(dimension) && 2 * pairs <= dimension;
}

/** Multiplications for a log-det, with the pairs' products where a source is summed by its pairs. */
function logDetProducts(shape: SumShape): number {
  const { pairs, dimension } = shape;
  return isSummedByPairs(shape) ? (pairs ** 2 * dimension) / 2 + pairs ** 3 / 6 : dimension ** 3 / 6;
}

/** Multiplications per second, for estimates: roughly what a laptop does in JavaScript. */
const PRODUCTS_A_SECOND = 1e9;

/** Estimated seconds for the log-dets of some sources; 0 where none has long embeddings. */
export function logDetSeconds(sources: readonly SumShape[]): number {
  const large = sources.filter(({ dimension }) => isLarge(dimension));
  return large.reduce((sum, shape) => sum + logDetProducts(shape), 0) / PRODUCTS_A_SECOND;
}

/** Cost of sums and log-dets under one weighting. */
export interface SumCost {
  readonly seconds: number;
  readonly bytes: number;
}

/** Counts only sources with long embeddings; the others cost next to nothing. */
export function sumCost(sources: readonly SumShape[]): SumCost {
  const large = sources.filter(({ dimension }) => isLarge(dimension));
  const summing = large.reduce(
    (sum, shape) => sum + (isSummedByPairs(shape) ? 0 : (shape.pairs * shape.dimension ** 2) / 2),
    0,
  );
  const held = large.map((shape) => 8 * (isSummedByPairs(shape) ? shape.pairs : shape.dimension) ** 2);
  const residuals = large.map((shape) => (isSummedByPairs(shape) ? 8 * shape.pairs * shape.dimension : 0));
  return {
    seconds: summing / PRODUCTS_A_SECOND + logDetSeconds(large),
    // All sums at once, and a copy of one that becomes its Cholesky factor.
    bytes: [...held, ...residuals].reduce((sum, bytes) => sum + bytes, 0) + Math.max(0, ...held),
  };
}

/** Bytes for the sums of one source at a time: four matrices at d = 4,096. */
const SUMS_BYTES = 512 * 2 ** 20;

/** How many matrices of a source may be summed at a time. */
export function matricesAtOnce(shape: SumShape): number {
  const side = isSummedByPairs(shape) ? shape.pairs : shape.dimension;
  return Math.max(1, Math.floor(SUMS_BYTES / (8 * side ** 2)));
}

/** A list in groups of at most `most` items. */
export function inGroups<T>(items: readonly T[], most: number): T[][] {
  const count = Math.ceil(items.length / most);
  return Array.from({ length: count }, (_, i) => items.slice(i * most, (i + 1) * most));
}
