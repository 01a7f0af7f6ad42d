/**
 * Seeded pseudo-random numbers. Only integer arithmetic, +, -, *, / and square roots are used, which IEEE 754
 * rounds alike on every machine, so what is built from them is the same bytes everywhere.
 */

/**
 * FNV-1a hash of a text's UTF-16 code units.
 * @param {string} text
 * @returns {number} an unsigned 32-bit integer
 */
function hashText(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/**
 * The mulberry32 generator.
 * @param {number} seed an unsigned 32-bit integer
 * @returns {() => number} the next number, uniform in [0, 1)
 */
export function mulberry32(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Numbers of mean 0 and standard deviation 1, bell-shaped: four uniform numbers added (each has variance 1/12).
 * @param {number} length
 * @param {string} key the same key gives the same numbers
 * @returns {Float64Array}
 */
export function normals(length, key) {
  const next = mulberry32(hashText(key));
  return Float64Array.from({ length }, () => (next() + next() + next() + next() - 2) * Math.sqrt(3));
}

/**
 * A vector divided by its Euclidean length.
 * @param {Float64Array} vector not the zero vector
 * @returns {Float64Array}
 */
export function unit(vector) {
  const norm = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / norm);
}
