/** Vectors of tokens to one unit vector for each text, in float64. */

import { EncodeError } from './errors';

/**
 * x/‖x‖ of the mean x of some rows. Zero where there is no row, as of a text without a known token.
 * @param values rows × dimension, row-major
 * @throws EncodeError for a mean that is not finite
 */
export function unitMean(values: Float32Array, rows: Iterable<number>, dimension: number) {
  const mean = new Float64Array(dimension);
  let count = 0;
  for (const row of rows) {
    const first = row * dimension;
    for (let i = 0; i < dimension; i++) mean[i] = (mean[i] as number) + (values[first + i] as number);
    count++;
  }
  if (count > 0) for (let i = 0; i < dimension; i++) mean[i] = (mean[i] as number) / count;
  const square = mean.reduce((sum, xi) => sum + xi * xi, 0);
  if (!Number.isFinite(square)) {
    throw new EncodeError(
      'The encoder gave a vector with NaN or Infinity. Choose another ONNX file or device.',
    );
  }
  const scale = square > 0 ? 1 / Math.sqrt(square) : 1;
  return new Float32Array(mean.map((xi) => xi * scale));
}

/** IEEE half precision to single precision. */
export function halfToFloat(bits: Uint16Array): Float32Array {
  return new Float32Array(bits).map((h) => {
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
