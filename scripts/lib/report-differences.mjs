/** Where two reports of one run differ, what changes from run to run left out. */

/** @typedef {{ path: string, gap: number }} Difference `gap` is relative; infinite where no number stands on both sides */

/** Top-level keys that say when, where, at what cost and with which program a report was made, not what it found. */
export const OF_THE_RUN = ['created', 'cost', 'environment', 'negscope'];

/**
 * @param {Record<string, unknown>} report
 * @returns {Record<string, unknown>} the report without what changes from run to run
 */
function findings(report) {
  const kept = Object.fromEntries(Object.entries(report).filter(([key]) => !OF_THE_RUN.includes(key)));
  return /** @type {Record<string, unknown>} */ (JSON.parse(JSON.stringify(kept), withoutDurations));
}

/** How long an experiment took, in `experiments.runs`. @param {string} key @param {unknown} value */
function withoutDurations(key, value) {
  return key === 'seconds' || key === 'sum_seconds' ? undefined : value;
}

/**
 * @param {Record<string, unknown>} a
 * @param {Record<string, unknown>} b
 * @returns {Difference[]} none where both, written as JSON, are the same bytes; in the order of the keys otherwise
 */
export function reportDifferences(a, b) {
  const [left, right] = [findings(a), findings(b)];
  const found = differences(left, right, '');
  if (found.length > 0 || JSON.stringify(left) === JSON.stringify(right)) return found;
  return [{ path: '(order of keys)', gap: Infinity }];
}

/**
 * @param {unknown} a
 * @param {unknown} b
 * @param {string} path of both, with dots
 * @returns {Difference[]}
 */
function differences(a, b, path) {
  if (Object.is(a, b)) return [];
  if (isObject(a) && isObject(b) && Array.isArray(a) === Array.isArray(b)) {
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    return keys.flatMap((key) => differences(a[key], b[key], path === '' ? key : `${path}.${key}`));
  }
  return [{ path, gap: typeof a === 'number' && typeof b === 'number' ? relativeGap(a, b) : Infinity }];
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null;
}

/**
 * @param {number} a
 * @param {number} b
 * @returns {number} |a − b| / max(|a|, |b|)
 */
export function relativeGap(a, b) {
  const scale = Math.max(Math.abs(a), Math.abs(b));
  return scale === 0 ? 0 : Math.abs(a - b) / scale;
}
