/** The order in which records are visited: seeded, all sources interleaved, in blocks. */

import { pairGeometry } from '../scoring/gates';
import { pairCount, pairRange } from '../scoring/pairs';
import { distinctIds } from './lexicon';
import { vectorsOf, type SourceData } from './source-data';

/** A record of a source by their places in the run. */
export interface Visit {
  readonly source: number;
  readonly record: number;
}

/** Blocks of a run at the least, so that the running score has points to draw. */
const POINTS = 40;

/** Where a run may stop early, most that a block may add to the records visited: so much may be encoded in vain. */
const GROWTH = 0.1;

const SMALLEST_BLOCK = 8;

/** Most pairs in a block: it bounds the vectors that lie in memory or on the GPU at a time. */
const MOST_PAIRS = 8192;

/**
 * Blocks of records in the order of their priorities; records that share a query stand side by side.
 * @param sources the priorities of each source's records and the number of pairs of each
 * @param mayStop true where the run may end after any block: then blocks are small at first and grow
 */
export function visitBlocks(
  sources: readonly { readonly priorities: Float64Array; readonly pairs: (record: number) => number }[],
  mayStop: boolean,
): Visit[][] {
  const visits = sources.flatMap(({ priorities, pairs }, source) =>
    Array.from(priorities, (priority, record) => ({ source, record, priority, pairs: pairs(record) })),
  );
  visits.sort((a, b) => a.priority - b.priority || a.source - b.source || a.record - b.record);
  const even = Math.max(SMALLEST_BLOCK, Math.ceil(visits.length / POINTS));
  const blocks: Visit[][] = [];
  let block: Visit[] = [];
  let pairs = 0;
  let visited = 0;
  let records = mayStop ? SMALLEST_BLOCK : even;
  for (const visit of visits) {
    if (block.length > 0 && (block.length >= records || pairs + visit.pairs > MOST_PAIRS)) {
      blocks.push(block);
      visited += block.length;
      if (mayStop) records = Math.min(even, Math.max(SMALLEST_BLOCK, Math.ceil(GROWTH * visited)));
      block = [];
      pairs = 0;
    }
    block.push({ source: visit.source, record: visit.record });
    pairs += visit.pairs;
  }
  if (block.length > 0) blocks.push(block);
  return blocks;
}

/** The blocks of a run. @param mayStop true where the run may end after any of them */
export function blocksOf(sources: readonly SourceData[], mayStop = false): Visit[][] {
  return visitBlocks(
    sources.map((source) => ({
      priorities: source.priorities,
      pairs: (record) => pairCount(source.structure.offsets, record),
    })),
    mayStop,
  );
}

/** Records of one source in a block, in the order of the visit. */
export function recordsOf(block: readonly Visit[], source: number): number[] {
  return block.filter((visit) => visit.source === source).map((visit) => visit.record);
}

/** m, l and ‖v⁺ − v⁻‖ of the pairs of one record, into its columns. */
export function fillGeometry(source: SourceData, record: number): void {
  const { columns } = source;
  const vectors = vectorsOf(source);
  const geometry = { margin: 0, locality: 0, distance: 0 };
  const query = vectors.query(record);
  const positive = vectors.positive(record);
  const { start, end } = pairRange(columns.offsets, record);
  for (let pair = start; pair < end; pair++) {
    pairGeometry(query, positive, vectors.negative(pair), geometry);
    columns.margin[pair] = geometry.margin;
    columns.locality[pair] = geometry.locality;
    columns.distance[pair] = geometry.distance;
  }
}

/** Distinct query and passage texts of all records. */
export function countTexts(sources: readonly SourceData[]): number {
  const structures = sources.map((s) => s.structure);
  return (
    distinctIds(structures.map((s) => s.queries)).length +
    distinctIds(structures.flatMap((s) => [s.positives, s.negatives])).length
  );
}

/** Vectors that the pairs of a block are formed from, at most: queries, positives and negatives. */
export function rowsOfBlock(sources: readonly SourceData[], block: readonly Visit[]): number {
  return block.reduce((rows, { source, record }) => {
    const { structure } = sources[source] as SourceData;
    return rows + 2 + pairCount(structure.offsets, record);
  }, 0);
}

/** Ids of the texts that a block needs, in the order of the visit. */
export function textsOfBlock(
  sources: readonly SourceData[],
  block: readonly Visit[],
): { queries: Int32Array; passages: Int32Array } {
  const queries = new Set<number>();
  const passages = new Set<number>();
  for (const { source, record } of block) {
    const { structure } = sources[source] as SourceData;
    queries.add(structure.queries[record] as number);
    passages.add(structure.positives[record] as number);
    const { start, end } = pairRange(structure.offsets, record);
    for (const id of structure.negatives.subarray(start, end)) passages.add(id);
  }
  return { queries: Int32Array.from(queries), passages: Int32Array.from(passages) };
}
