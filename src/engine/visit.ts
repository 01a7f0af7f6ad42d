/** The order in which records are visited: seeded, all sources interleaved, in blocks. */

/** A record of a source by their places in the run. */
export interface Visit {
  readonly source: number;
  readonly record: number;
}

/** Blocks of a run at the least, so that the running score has points to draw. */
const POINTS = 40;

const SMALLEST_BLOCK = 8;
const LARGEST_BLOCK = 1024;

/**
 * Blocks of records in the order of their priorities; records that share a query stand side by side.
 * @param priorities one array a source
 */
export function visitBlocks(priorities: readonly Float64Array[]): Visit[][] {
  const visits = priorities.flatMap((values, source) =>
    Array.from(values, (priority, record) => ({ source, record, priority })),
  );
  visits.sort((a, b) => a.priority - b.priority || a.source - b.source || a.record - b.record);
  const size = Math.min(LARGEST_BLOCK, Math.max(SMALLEST_BLOCK, Math.ceil(visits.length / POINTS)));
  const blocks: Visit[][] = [];
  for (let start = 0; start < visits.length; start += size) blocks.push(visits.slice(start, start + size));
  return blocks;
}
