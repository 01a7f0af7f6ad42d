/** The order in which records are visited: seeded, all sources interleaved, in blocks. */

import { pairGeometry } from '../scoring/gates';
import { distinctIds } from './lexicon';
import { vectorsOf, type SourceData } from './source-data';

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
  const end = columns.offsets[record + 1] as number;
  for (let pair = columns.offsets[record] as number; pair < end; pair++) {
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
    for (const id of structure.negatives.subarray(structure.offsets[record], structure.offsets[record + 1])) {
      passages.add(id);
    }
  }
  return { queries: Int32Array.from(queries), passages: Int32Array.from(passages) };
}
