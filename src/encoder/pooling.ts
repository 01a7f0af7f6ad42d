/** Vectors of tokens to one unit vector for each text, in float64. */

import { EncodeError } from './errors';

/**
 * Mean of some rows of a table; zero of none.
 * @param values rows × dimension, row-major
 * @param out receives the mean, length `dimension`
 */
export function meanOfRows(
  values: Float32Array,
  rows: Iterable<number>,
  dimension: number,
  out: Float64Array,
): void {
  out.fill(0);
  let count = 0;
  for (const row of rows) {
    const first = row * dimension;
    for (let i = 0; i < dimension; i++) out[i] = (out[i] as number) + (values[first + i] as number);
    count++;
  }
  if (count > 0) for (let i = 0; i < dimension; i++) out[i] = (out[i] as number) / count;
}

/**
 * x, or x/‖x‖ where `normalise`. The zero vector, of a text without a known token, stays.
 * @throws EncodeError for a vector that is not finite
 */
export function asEmbedding(x: Float64Array, normalise: boolean): Float32Array<ArrayBuffer> {
  let square = 0;
  for (const xi of x) square += xi * xi;
  if (!Number.isFinite(square)) {
    throw new EncodeError(
      'The encoder gave a vector with NaN or Infinity. Choose another ONNX file or device.',
    );
  }
  const scale = normalise && square > 0 ? 1 / Math.sqrt(square) : 1;
  return Float32Array.from(x, (xi) => xi * scale);
}

/** IEEE half precision to single precision. */
export function halfToFloat(bits: Uint16Array): Float32Array {
  return Float32Array.from(bits, (h) => {
    const sign = h & 0x8000 ? -1 : 1;
    const exponent = (h >> 10) & 0x1f;
    const fraction = h & 0x3ff;
    if (exponent === 0) return sign * fraction * 2 ** -24;
    if (exponent === 31) return fraction ? NaN : sign * Infinity;
    return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  });
}

/** BF16 as float32: the upper half of its bits. */
export function widened(halves: ArrayBuffer): Float32Array<ArrayBuffer> {
  const upper = new Uint16Array(halves);
  const bits = new Uint32Array(upper.length);
  for (let i = 0; i < upper.length; i++) bits[i] = (upper[i] as number) << 16;
  return new Float32Array(bits.buffer);
}
