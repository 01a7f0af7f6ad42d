/** Looks in a finished run for sources that were mined by the encoder that judges it (`scoring/own-mining.ts`). */

import type { Vector } from '../scoring/gates';
import { cosine, embedded, type Embedded } from '../scoring/neighbours';
import { ownMining, recordMining, FEWEST_RECORDS, type RecordMining } from '../scoring/own-mining';
import { pairRange } from '../scoring/pairs';
import type { FinishedRun } from './finished-run';
import type { OwnMiningResult } from './results';
import { vectorsOf, type SourceData } from './source-data';
import type { Task } from './task';

/** Most records of a source that are compared with all passages of the run. */
const MOST_RECORDS = 256;

/** Most multiplications for one source: about half a second. */
const MOST_PRODUCTS = 4e8;

/**
 * Null for a source where that is not looked for: embeddings from files, too few records or too many passages.
 * @throws RunCancelledError
 */
export async function ownMiningOf(
  { sources, encoder }: Pick<FinishedRun, 'sources' | 'encoder'>,
  task: Task,
): Promise<OwnMiningResult[]> {
  if (encoder === null) return sources.map(({ id }) => ({ source: id, found: null }));
  task.count('mining', 0, sources.length);
  const pool = passagesOf(sources);
  const results: OwnMiningResult[] = [];
  for (const source of sources) {
    results.push({ source: source.id, found: await lookedAt(source, pool, task) });
    task.count('mining', results.length, sources.length);
  }
  return results;
}

/** Every passage of the run once. */
interface Pool {
  readonly passages: readonly Embedded[];
  /** Of a passage by its id. */
  readonly places: ReadonlyMap<number, number>;
}

function passagesOf(sources: readonly SourceData[]): Pool {
  const passages: Embedded[] = [];
  const places = new Map<number, number>();
  for (const source of sources) {
    const { positives, negatives } = source.structure;
    const vectors = vectorsOf(source);
    const add = (id: number, vector: () => Vector) => {
      if (!places.has(id)) places.set(id, passages.push(embedded(vector())) - 1);
    };
    positives.forEach((id, record) => add(id, () => vectors.positive(record)));
    negatives.forEach((id, pair) => add(id, () => vectors.negative(pair)));
  }
  return { passages, places };
}

async function lookedAt(source: SourceData, { passages, places }: Pool, task: Task) {
  const { queries, positives, offsets, negatives } = source.structure;
  const vectors = vectorsOf(source);
  const affordable = Math.floor(MOST_PRODUCTS / (passages.length * vectors.dimension));
  const count = Math.min(queries.length, MOST_RECORDS, affordable);
  if (count < FEWEST_RECORDS) return null;
  const placeOf = (id: number) => places.get(id) as number;
  const records: RecordMining[] = [];
  for (let i = 0; i < count; i++) {
    // Evenly over the file.
    const record = Math.floor((i * queries.length) / count);
    const query = embedded(vectors.query(record));
    const cosines = new Float64Array(passages.length);
    for (let p = 0; p < cosines.length; p++) cosines[p] = cosine(query, passages[p] as Embedded);
    const { start, end } = pairRange(offsets, record);
    const own = negatives.subarray(start, end).filter((id) => id !== positives[record]);
    const ofOwn = Array.from(own, (id) => cosines[placeOf(id)] as number);
    cosines[placeOf(positives[record] as number)] = -Infinity;
    if (ofOwn.length > 0) records.push(recordMining(ofOwn, cosines));
    await task.breathe();
  }
  return ownMining(records, passages.length);
}
