/** Where the figures of a report differ from those of another, or from those that tests/base keeps. */

/** @typedef {{ path: string, gap: number }} Difference `gap` is relative; infinite where no number stands on both sides */
/** @typedef {Map<string, number | string | boolean | null>} Figures each by its path, with dots; a list has a length too */

/**
 * @param {unknown} value of a report; a base has its figures by their paths already
 * @returns {Figures}
 */
export function figuresOf(value) {
  /** @type {Figures} */
  const figures = new Map();
  collect(value, '', figures);
  return figures;
}

/** @param {unknown} value @param {string} path @param {Figures} into */
function collect(value, path, into) {
  if (typeof value === 'object' && value !== null) {
    if (Array.isArray(value)) into.set(`${path}.length`, value.length);
    for (const [key, each] of Object.entries(value))
      collect(each, path === '' ? key : `${path}.${key}`, into);
  } else if (
    typeof value === 'number' ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    value === null
  ) {
    into.set(path, value);
  }
}

/**
 * What the base has and the report has not is a difference, unless it was null; what only the report has is new, and none.
 *
 * @param {Figures} base
 * @param {Figures} report
 * @returns {Difference[]}
 */
export function baseDifferences(base, report) {
  return [...base]
    .map(([path, value]) => ({
      path,
      gap: gapBetween(value, report.get(path) ?? (value === null ? null : undefined)),
    }))
    .filter(({ gap }) => gap > 0);
}

/** @param {unknown} a @param {unknown} b @returns {number} |a − b| / max(|a|, |b|); 0 where both are the same */
function gapBetween(a, b) {
  if (Object.is(a, b)) return 0;
  if (typeof a !== 'number' || typeof b !== 'number') return Infinity;
  const scale = Math.max(Math.abs(a), Math.abs(b));
  return scale === 0 ? 0 : Math.abs(a - b) / scale;
}

/** Top-level keys that say when, where, at what cost and with which program a report was made, not what it found. */
export const OF_THE_RUN = ['created', 'cost', 'environment', 'negscope'];

/**
 * @param {Record<string, unknown>} report
 * @returns {Record<string, unknown>} the report without what changes from run to run
 */
function findings(report) {
  return Object.fromEntries(Object.entries(report).filter(([key]) => !OF_THE_RUN.includes(key)));
}

/**
 * @param {Record<string, unknown>} a
 * @param {Record<string, unknown>} b
 * @returns {Difference[]} none where both, written as JSON, are the same bytes; in the order of the keys otherwise
 */
export function reportDifferences(a, b) {
  const [left, right] = [findings(a), findings(b)];
  const [own, other] = [figuresOf(left), figuresOf(right)];
  const found = [...new Set([...own.keys(), ...other.keys()])]
    .map((path) => ({ path, gap: gapBetween(own.get(path), other.get(path)) }))
    .filter(({ gap }) => gap > 0);
  if (found.length > 0 || JSON.stringify(left) === JSON.stringify(right)) return found;
  return [{ path: '(order of keys)', gap: Infinity }];
}
