/** Looks in a finished run for sources that were mined by the encoder that judges it (`scoring/own-mining.ts`). */

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
  const pool = passagesOf(sources);
  const results: OwnMiningResult[] = [];
  for (const source of sources) {
    results.push({ source: source.id, found: await lookedAt(source, pool, task) });
  }
  return results;
}

/** Every passage of the run once, by its id. */
function passagesOf(sources: readonly SourceData[]): ReadonlyMap<number, Embedded> {
  const pool = new Map<number, Embedded>();
  for (const source of sources) {
    const { positives, negatives } = source.structure;
    const vectors = vectorsOf(source);
    positives.forEach((id, record) => pool.has(id) || pool.set(id, embedded(vectors.positive(record))));
    negatives.forEach((id, pair) => pool.has(id) || pool.set(id, embedded(vectors.negative(pair))));
  }
  return pool;
}

async function lookedAt(source: SourceData, pool: ReadonlyMap<number, Embedded>, task: Task) {
  const { queries, positives, offsets, negatives } = source.structure;
  const vectors = vectorsOf(source);
  const affordable = Math.floor(MOST_PRODUCTS / (pool.size * vectors.dimension));
  const count = Math.min(queries.length, MOST_RECORDS, affordable);
  if (count < FEWEST_RECORDS) return null;
  const records: RecordMining[] = [];
  for (let i = 0; i < count; i++) {
    // Evenly over the file.
    const record = Math.floor((i * queries.length) / count);
    const query = embedded(vectors.query(record));
    const positive = positives[record];
    const cosines = new Map<number, number>();
    for (const [id, at] of pool) if (id !== positive) cosines.set(id, cosine(query, at));
    const { start, end } = pairRange(offsets, record);
    const own = [...negatives.subarray(start, end)].flatMap((id) => cosines.get(id) ?? []);
    if (own.length > 0) records.push(recordMining(own, Float64Array.from(cosines.values()).sort().reverse()));
    await task.breathe();
  }
  return ownMining(records, pool.size);
}
