/** Numbers as the tables show them. */

/** @param {number} value */
export const count = (value) => Math.round(value).toLocaleString('en-US');

/**
 * Three significant digits; whole numbers from 1,000 on.
 *
 * @param {number} value
 */
export function figure(value) {
  if (!Number.isFinite(value)) return String(value);
  return Math.abs(value) >= 1000 ? count(value) : String(Number(value.toPrecision(3)));
}

/** @param {number} value */
export const seconds = (value) => `${figure(value)} s`;

/** @param {number} value in seconds */
export const milliseconds = (value) => `${figure(value * 1000)} ms`;

/** @param {number} value */
export const times = (value) => `${figure(value)} ×`;

/** @param {number} share of 1 */
export const percent = (share) => `${figure(share * 100)} %`;

/** @param {number} bytes in units of 1000 */
export function bytes(bytes) {
  return bytes >= 1e9 ? `${figure(bytes / 1e9)} GB` : `${figure(bytes / 1e6)} MB`;
}

/** @param {number} value such as a relative error */
export const small = (value) => (value === 0 ? '0' : value.toExponential(1));

/** @param {readonly number[]} values at least one @returns {number} */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = /** @type {number} */ (sorted[middle]);
  return sorted.length % 2 === 1 ? upper : (upper + /** @type {number} */ (sorted[middle - 1])) / 2;
}
