/** Where sums are made; of long embeddings, what they cost and how much memory they may take. */

import type { DeviceReport } from '../encoder/device-choice';

export function sumsInWords({ kind }: Pick<DeviceReport, 'kind'>): string {
  return kind === 'webgpu' ? 'Î, trace and log det by WGSL' : 'Î, trace and log det in float64';
}

/** Up to this dimension a log-det takes well under a second. */
const LARGE_DIMENSION = 1024;

export function isLarge(dimension: number): boolean {
  return dimension > LARGE_DIMENSION;
}

export interface SumShape {
  readonly pairs: number;
  readonly dimension: number;
}

/** Whether a source is summed by its pairs: its log-det takes at most an eighth of the time, and less memory. */
export function isSummedByPairs({ pairs, dimension }: SumShape): boolean {
  return isLarge(dimension) && 2 * pairs <= dimension;
}

/** Multiplications per second, for estimates: roughly what a laptop does in JavaScript. */
const PRODUCTS_A_SECOND = 1e9;

/** Estimated seconds for a log-det of long embeddings, with the products of the pairs where it is by them; 0 for others. */
export function logDetSeconds(shape: SumShape): number {
  const { pairs, dimension } = shape;
  if (!isLarge(dimension)) return 0;
  const products = isSummedByPairs(shape)
    ? (pairs ** 2 * dimension) / 2 + pairs ** 3 / 6
    : dimension ** 3 / 6;
  return products / PRODUCTS_A_SECOND;
}

/** Bytes for the sums of one source at a time: four matrices at d = 4,096. */
const SUMS_BYTES = 512 * 2 ** 20;

export function matricesAtOnce(shape: SumShape): number {
  const side = isSummedByPairs(shape) ? shape.pairs : shape.dimension;
  return Math.max(1, Math.floor(SUMS_BYTES / (8 * side ** 2)));
}
