/** Numbers as the tables show them. */

/**
 * Three significant digits; whole numbers from 1,000 on.
 *
 * @param {number} value
 */
function figure(value) {
  return value >= 1000 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
}

/** @param {number} value */
export const seconds = (value) => (value < 1 ? `${figure(value * 1000)} ms` : `${figure(value)} s`);

/** @param {number} value */
export const times = (value) => `${figure(value)} ×`;

/** @param {number} value */
export const share = (value) => `${figure(100 * value)} %`;

/** @param {number} value in units of 1000 */
export const bytes = (value) => (value >= 1e9 ? `${figure(value / 1e9)} GB` : `${figure(value / 1e6)} MB`);

/** @param {readonly number[]} values at least one @returns {number} */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = /** @type {number} */ (sorted[middle]);
  return sorted.length % 2 === 1 ? upper : (upper + /** @type {number} */ (sorted[middle - 1])) / 2;
}
