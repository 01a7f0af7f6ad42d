/** Where the figures of a report differ from those of another, or of commit 89241fa8, kept in tests/base. */

/** @typedef {{ path: string, gap: number }} Difference `gap` is relative; infinite where no number stands on both sides */
/** @typedef {{ path: string, now?: string, why: string }} Retired `path` and `now` with `*` for one step, `**` for any; `$2` in `now` is the second of them */
/** @typedef {Map<string, number | string | boolean | null>} Figures each by its path, with dots; a list has a length too */

/**
 * What a base was kept from, and what of it is compared.
 *
 * @param {unknown} value of a report
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
 * What the base has and the report has not is a difference; what only the report has is new, and none.
 *
 * @param {Figures} base
 * @param {Figures} report
 * @param {readonly Retired[]} retired
 * @returns {{ same: number, retired: number, differences: Difference[] }}
 */
export function baseDifferences(base, report, retired) {
  const rules = retired.map(ruleOf);
  const found = { same: 0, retired: 0, differences: /** @type {Difference[]} */ ([]) };
  for (const [path, value] of base) {
    const rule = rules.find(({ pattern }) => pattern.test(path));
    const name = rule === undefined ? path : rule.rename(path);
    if (name === null) {
      found.retired += 1;
      continue;
    }
    // A figure that is no longer said where it was null is the same.
    const gap = gapBetween(value, report.get(name) ?? (value === null ? null : undefined));
    if (gap === 0) found.same += 1;
    else found.differences.push({ path: name === path ? path : `${path} (now ${name})`, gap });
  }
  return found;
}

/**
 * @param {readonly Figures[]} bases
 * @param {readonly Retired[]} retired
 * @returns {string[]} the paths of the list that no base has
 */
export function idleEntries(bases, retired) {
  const paths = bases.flatMap((base) => [...base.keys()]);
  return retired
    .filter((entry) => !paths.some((path) => ruleOf(entry).pattern.test(path)))
    .map(({ path }) => path);
}

/**
 * @param {Retired} entry
 * @returns {{ pattern: RegExp, rename: (path: string) => string | null }} null: the figure is gone
 */
function ruleOf({ path, now }) {
  const source = path
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*?/g, (star) => (star === '**' ? '(.*)' : '([^.]+)'));
  const pattern = new RegExp(`^${source}$`);
  const rename = (/** @type {string} */ old) => {
    if (now === undefined) return null;
    const parts = pattern.exec(old)?.slice(1) ?? [];
    return now.replace(/\$(\d)|\*\*?/g, (_, place) => (place ? parts[place - 1] : parts.shift()) ?? '');
  };
  return { pattern, rename };
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
