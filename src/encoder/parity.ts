/**
 * The parity check: int8, fp16 and WebGPU can be silently wrong, so a few texts are also encoded by fp32 on wasm, and
 * the report says how far apart they are.
 */

import { cosine, embedded } from '../scoring/neighbours';

/** Short, long, numbers, other scripts: where a broken kernel or a coarse quantisation shows. */
export const PARITY_TEXTS: readonly string[] = [
  'how many moons does jupiter have',
  'The Panthers defence gave up 308 points in 16 games, the sixth fewest of that season.',
  'A treaty signed in 1648 ended thirty years of war; its two parts were signed in two cities on one day.',
  'Wie entsteht ein Gewitter? Warme, feuchte Luft steigt auf und kühlt ab.',
  'x = (−b ± √(b² − 4ac)) / 2a',
  'water',
  'Photosynthesis turns light, water and carbon dioxide into sugar and oxygen, in leaves and in algae alike.',
  'tax form 1040 deadline extension 2024',
];

/** Smallest cosine that counts as the same encoder. */
const PARITY_COSINE = 0.999;

/** Farthest that unit vectors of fp32 may lie from those on wasm where a command in Node runs them natively. */
export const LARGEST_DISTANCE = 1e-5;

export interface ParityReport {
  readonly texts: number;
  /** Smallest cosine between the run's embeddings and those of fp32 on wasm; null if unchecked. */
  readonly min_cosine: number | null;
  /** One sentence for the report; null where all is well. */
  readonly warning: string | null;
}

/** Smallest cosine between rows of the same index. */
function smallestCosine(a: readonly Float32Array[], b: readonly Float32Array[]): number {
  return a.reduce((least, row, i) => Math.min(least, agreement(row, b[i] as Float32Array)), 1);
}

/** Largest distance between rows of the same index. */
export function largestDistance(a: readonly Float32Array[], b: readonly Float32Array[]): number {
  return a.reduce((most, row, i) => {
    const other = b[i] as Float32Array;
    return Math.max(most, Math.hypot(...row.map((value, k) => value - (other[k] as number))));
  }, 0);
}

/** The cosine. Two zero vectors agree; a zero vector and another do not. */
function agreement(a: Float32Array, b: Float32Array): number {
  const u = embedded(a);
  const v = embedded(b);
  return u.norm === 0 && v.norm === 0 ? 1 : cosine(u, v);
}

/** @param what the run's session in words, such as "int8 on wasm" */
export function parityReport(
  what: string,
  vectors: readonly Float32Array[],
  reference: readonly Float32Array[],
): ParityReport {
  const least = smallestCosine(vectors, reference);
  const warning =
    least >= PARITY_COSINE
      ? null
      : `${what} differs from fp32 on wasm: the smallest cosine over ${vectors.length} texts is ` +
        `${least.toFixed(4)}, where ${PARITY_COSINE} is expected. Figures may be off; rank with fp32 on wasm to compare.`;
  return { texts: vectors.length, min_cosine: least, warning };
}

/** The folder has no fp32 file to compare with. */
export function uncheckedParity(what: string): ParityReport {
  return {
    texts: 0,
    min_cosine: null,
    warning: `${what} could not be compared with fp32: the model folder holds no fp32 ONNX file.`,
  };
}
