/**
 * The seeded order of records, and the seeded sample. A record's priority depends on its query, so sources that share
 * queries are sampled on the same ones and scored side by side, and every prefix of the order is a uniform sample of
 * each source.
 */

import { seededPriority } from './random';

/**
 * Priority of each record of a source, uniform on [0, 1).
 * @param queries text of each record's query, in file order; a repeated query gets a priority of its own
 */
export function recordPriorities(queries: readonly string[], seed: number): Float64Array {
  const seen = new Map<string, number>();
  return Float64Array.from(queries, (query) => {
    const occurrence = seen.get(query) ?? 0;
    seen.set(query, occurrence + 1);
    return seededPriority(seed, query, occurrence);
  });
}

/**
 * Indices of the sampled records in file order: the `size` smallest priorities, ties by file order; all
 * records where `size` is null or not smaller than their number.
 */
export function sampleRecords(priorities: Float64Array, size: number | null): Int32Array {
  const all = Int32Array.from(priorities, (_, i) => i);
  if (size === null || size >= all.length) return all;
  const byPriority = all.sort((a, b) => priorities[a] - priorities[b] || a - b);
  return byPriority.slice(0, size).sort();
}
