/** Token vectors to one unit vector for each text, in float64. */

import { EncodeError } from './errors';

/**
 * Mean over the tokens that are not padding.
 * @param hidden one text's token vectors, padded × d, row-major
 * @param length tokens that are not padding; they come first
 * @param out receives the mean, length d
 */
export function meanPool(hidden: Float32Array, length: number, dimension: number, out: Float64Array): void {
  out.fill(0);
  for (let t = 0; t < length; t++) {
    const row = t * dimension;
    for (let i = 0; i < dimension; i++) out[i] = (out[i] as number) + (hidden[row + i] as number);
  }
  if (length > 0) for (let i = 0; i < dimension; i++) out[i] = (out[i] as number) / length;
}

/** The first token's vector. */
export function clsPool(hidden: Float32Array, dimension: number, out: Float64Array): void {
  for (let i = 0; i < dimension; i++) out[i] = hidden[i] as number;
}

/**
 * x/‖x‖ in place. The zero vector, of a text without a known token, stays.
 * @throws EncodeError for a vector that is not finite
 */
export function unitNormalise(vector: Float64Array): void {
  checkFinite(vector);
  let square = 0;
  for (const x of vector) square += x * x;
  if (square === 0) return;
  const scale = 1 / Math.sqrt(square);
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] as number) * scale;
}

/** @throws EncodeError for a vector that is not finite */
export function checkFinite(vector: Float64Array): void {
  if (!vector.every(Number.isFinite)) {
    throw new EncodeError(
      'The encoder gave a vector with NaN or Infinity. Choose another ONNX file or device.',
    );
  }
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
