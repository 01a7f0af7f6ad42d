/** How files are read, as the page's address says it. */

/**
 * How files are read and on which device, as the page's address takes it.
 *
 * @param {Partial<ReturnType<typeof import('./rank-arguments.mjs').readingOf>> & { device?: 'auto' | 'wasm' | 'webgpu',
 *   allQueries?: boolean }} options
 * @returns {[key: string, value: string][]}
 */
export function readingQuery({
  device = 'auto',
  label,
  topK,
  map,
  byOrder,
  normalise,
  header,
  relevant,
  group,
  allQueries,
}) {
  const asked = {
    device: device === 'auto' ? null : device,
    label,
    'top-k': topK,
    map,
    'by-order': byOrder ? 'yes' : null,
    normalise: normalise ? 'yes' : null,
    header,
    relevant,
    group,
    queries: allQueries ? 'all' : null,
  };
  return pairsOf(asked);
}

/**
 * @param {Readonly<Record<string, string | number | null | undefined>>} asked
 * @returns {[key: string, value: string][]} of an address, without what is not asked
 */
export function pairsOf(asked) {
  return Object.entries(asked).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [[key, String(value)]],
  );
}
