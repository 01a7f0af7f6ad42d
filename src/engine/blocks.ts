/** Blocks of records in dataset order: seeded, all sources interleaved. */

import { looksOf } from '../scoring/certainty/intervals';
import { pairGeometry } from '../scoring/gates';
import { pairCount, pairRange } from '../scoring/pairs';
import { distinctIds, passagesOf, type Lexicon } from './lexicon';
import { remembered, vectorsOf, type SourceData } from './source-data';
import type { Task } from './task';

type RecordPlace = Readonly<Record<'source' | 'record', number>>;

/** Records that are encoded and scored together. */
export interface Block {
  readonly places: readonly RecordPlace[];
  /** Whether a run that may stop looks after it. */
  readonly isLook: boolean;
}

/** Least number of blocks: the running score needs points to draw. */
const POINTS = 40;

const SMALLEST_BLOCK = 8;

/** Most pairs in a block. It bounds the vectors that are in memory or on the GPU at a time. */
const MOST_PAIRS = 8192;

/**
 * The blocks of a run, and how often it looks, its end included: records in the order of their units' priorities, those of a unit
 * side by side. After each look a block ends.
 */
export function blocksOf(sources: readonly SourceData[], mayStop: boolean) {
  const places = sources.flatMap(({ turns, columns: { offsets } }, source) =>
    Array.from(turns, (turn, record) => ({ source, record, turn, pairs: pairCount(offsets, record) })),
  );
  places.sort((a, b) => a.turn - b.turn || a.source - b.source || a.record - b.record);
  const looks = looksOf(new Set(places.map(({ turn }) => turn)).size, mayStop);
  const most = Math.max(SMALLEST_BLOCK, Math.ceil(places.length / POINTS));
  const blocks: Block[] = [];
  let block: RecordPlace[] = [];
  let [pairs, units, last] = [0, 0, NaN];
  for (const { source, record, turn, pairs: own } of places) {
    const isNew = turn !== last;
    const isLook = isNew && looks.includes(units);
    units += Number(isNew);
    last = turn;
    if (block.length > 0 && (isLook || block.length >= most || pairs + own > MOST_PAIRS)) {
      blocks.push({ places: block, isLook });
      block = [];
      pairs = 0;
    }
    block.push({ source, record });
    pairs += own;
  }
  if (block.length > 0) blocks.push({ places: block, isLook: false });
  return { blocks, looks: looks.length };
}

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
  const { queries } = source.structure;
  for (const record of queries.keys()) {
    fillGeometry(source, record);
    await task.breathe();
  }
  await lexicon.cover(source, queries.keys(), task);
}

/** Distinct query and passage texts of all records. */
export const countTexts = remembered((sources: readonly SourceData[]): number => {
  const structures = sources.map((s) => s.structure);
  return distinctIds(structures.map((s) => s.queries)).length + passagesOf(structures).length;
});

/** Ids of the queries and passages that a block needs, in its order. */
export function textsOfBlock(
  sources: readonly SourceData[],
  block: readonly RecordPlace[],
): [queries: Int32Array, passages: Int32Array] {
  const queries = new Set<number>();
  const passages = new Set<number>();
  for (const { source, record } of block) {
    const { structure } = sources[source] as SourceData;
    queries.add(structure.queries[record] as number);
    passages.add(structure.positives[record] as number);
    const { start, end } = pairRange(structure.offsets, record);
    for (const id of structure.negatives.subarray(start, end)) passages.add(id);
  }
  return [Int32Array.from(queries), Int32Array.from(passages)];
}
