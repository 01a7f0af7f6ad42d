/** Blocks of records in dataset order: seeded, all sources interleaved. */

import { pairGeometry } from '../scoring/gates';
import { pairCount, pairRange } from '../scoring/pairs';
import { distinctIds, passagesOf, type Lexicon } from './lexicon';
import { vectorsOf, type SourceData } from './source-data';
import type { Task } from './task';

/** A record of a source, both by their places in the run. */
export interface RecordPlace {
  readonly source: number;
  readonly record: number;
}

/** Least number of blocks: the running score needs points to draw. */
const POINTS = 40;

/**
 * Where a run may stop at a look, the largest share that a block may add to the records before it: at most so much is
 * encoded in vain.
 */
const GROWTH = 0.1;

const SMALLEST_BLOCK = 8;

/** Most pairs in a block. It bounds the vectors that are in memory or on the GPU at a time. */
const MOST_PAIRS = 8192;

/**
 * The blocks of a run: records in the order of their units' priorities, those of a unit side by side.
 * @param looks units after which a block ends; where there is one before the end, blocks start small and grow
 */
export function blocksOf(sources: readonly SourceData[], looks: readonly number[] = []): RecordPlace[][] {
  const mayStop = looks.length > 1;
  const places = sources.flatMap(({ turns, columns: { offsets } }, source) =>
    Array.from(turns, (turn, record) => ({ source, record, turn, pairs: pairCount(offsets, record) })),
  );
  places.sort((a, b) => a.turn - b.turn || a.source - b.source || a.record - b.record);
  const even = Math.max(SMALLEST_BLOCK, Math.ceil(places.length / POINTS));
  const blocks: RecordPlace[][] = [];
  let block: RecordPlace[] = [];
  let pairs = 0;
  let before = 0;
  let records = mayStop ? SMALLEST_BLOCK : even;
  let units = 0;
  let last = NaN;
  for (const { source, record, turn, pairs: own } of places) {
    const isNew = turn !== last;
    const isLook = isNew && looks.includes(units);
    units += Number(isNew);
    last = turn;
    if (block.length > 0 && (isLook || block.length >= records || pairs + own > MOST_PAIRS)) {
      blocks.push(block);
      before += block.length;
      if (mayStop) records = Math.min(even, Math.max(SMALLEST_BLOCK, Math.ceil(GROWTH * before)));
      block = [];
      pairs = 0;
    }
    block.push({ source, record });
    pairs += own;
  }
  if (block.length > 0) blocks.push(block);
  return blocks;
}

/** Records of one source in a block, in their order there. */
export function recordsOf(block: readonly RecordPlace[], source: number): number[] {
  return block.filter((place) => place.source === source).map(({ record }) => record);
}

/** Fills m, l and ‖v⁺ − v⁻‖ for the pairs of one record. */
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

/** Fills all columns of a source. @throws RunCancelledError */
export async function fillColumns(
  source: SourceData,
  lexicon: Pick<Lexicon, 'cover'>,
  task: Task,
): Promise<void> {
  const records = [...source.structure.queries.keys()];
  for (const record of records) {
    fillGeometry(source, record);
    if (record % 16 === 0) await task.breathe();
  }
  await lexicon.cover(source, records, task);
}

/** Distinct query and passage texts of all records. */
export function countTexts(sources: readonly SourceData[]): number {
  const structures = sources.map((s) => s.structure);
  return distinctIds(structures.map((s) => s.queries)).length + passagesOf(structures).length;
}

/** Ids of the texts that a block needs, in the block's order. */
export function textsOfBlock(
  sources: readonly SourceData[],
  block: readonly RecordPlace[],
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
