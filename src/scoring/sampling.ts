/**
 * The seeded order of queries, and the seeded sample of records. A record's priority depends on its query, so sources
 * that share queries are sampled on the same ones and scored side by side.
 */

import { seededPriority } from './random';

/** Of each record, uniform on [0, 1). @param queries texts, in file order; a repeated one gets a priority of its own */
export function recordPriorities(queries: readonly string[], seed: number): Float64Array {
  const seen = new Map<string, number>();
  return Float64Array.from(queries, (query) => {
    const occurrence = seen.get(query) ?? 0;
    seen.set(query, occurrence + 1);
    return seededPriority(seed, query, occurrence);
  });
}

/** The records with the `size` smallest priorities, ties by file order; null: all. @param among records to take of, ascending */
export function sampleRecords(
  priorities: Float64Array,
  size: number | null,
  among: Int32Array = Int32Array.from(priorities.keys()),
): Int32Array {
  if (size === null || size >= among.length) return among;
  const byPriority = among.toSorted((a, b) => priorities[a] - priorities[b] || a - b);
  return byPriority.slice(0, size).sort();
}

/** Of each record's query: that of the first record with it, so that a run draws whole queries. @param queries their ids */
export function queryPriorities(queries: Int32Array, priorities: Float64Array): Float64Array {
  const first = new Map<number, number>();
  return priorities.map((priority, record) => {
    const own = first.get(queries[record]) ?? priority;
    first.set(queries[record], own);
    return own;
  });
}
