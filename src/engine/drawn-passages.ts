/**
 * Pairs of queries with passages drawn at random: where random passages lie by embedding and by words. All runs draw from one
 * sample, chosen by hashes of seed and texts, so that neither the order of the files nor the size of one of them matters.
 */

import type { Vector } from '../scoring/gates';
import type { PairColumns } from '../scoring/pairs';
import { mixedBits } from '../scoring/random';
import { cornerOf, DRAWN_A_QUERY, DRAWN_PASSAGES, type Corner } from '../scoring/random-looking';
import { fillColumns } from './blocks';
import { passagesOf, type Lexicon } from './lexicon';
import { madeSource, passageVectors, vectorsOf, type SourceData } from './source-data';
import type { Task } from './task';

/** Most queries that get passages: enough for the corner, and quick. */
export const MOST_QUERIES = 2000;

/** Pairs of drawn passages, with the unit of each record's query. */
export interface DrawnPairs {
  readonly columns: PairColumns;
  readonly units: Int32Array;
  readonly corner: Corner;
}

/** A query with the record that stands for it. */
interface DrawnQuery {
  readonly source: SourceData;
  readonly record: number;
  readonly priority: number;
  /** All positives of the query: none of them is drawn for it. */
  readonly positives: Set<number>;
}

/**
 * @param sources records whose vectors are at hand, of all settings
 * @returns null with too few passages to draw from
 * @throws RunCancelledError
 */
export async function drawPassages(
  sources: readonly SourceData[],
  lexicon: Pick<Lexicon, 'cover' | 'priorityOf'>,
  task: Task,
): Promise<DrawnPairs | null> {
  const all = passagesOf(sources.map(({ structure }) => structure));
  const pool = Array.from(all, (id): Passage => ({ id, priority: lexicon.priorityOf(id) }));
  const passages = smallest(pool, ({ priority }) => priority, DRAWN_PASSAGES);
  const queries = smallest(queriesOf(sources, lexicon), ({ priority }) => priority, MOST_QUERIES);
  const negatives: number[] = [];
  const offsets = [0];
  const drawn: DrawnQuery[] = [];
  for (const query of queries) {
    const chosen = drawnFor(query, passages);
    await task.breathe();
    if (chosen.length === 0) continue;
    drawn.push(query);
    negatives.push(...chosen);
    offsets.push(negatives.length);
  }
  const [first] = drawn;
  if (first === undefined) return null;
  const used = new Set(negatives);
  const vectorOf = passageVectors(sources, used);
  const vectors = new Map(Array.from(used, (id) => [id, vectorOf(id).slice()]));
  const ofRecord = (record: number) => drawn[record] as DrawnQuery;
  const idsOf = (column: 'queries' | 'positives') =>
    Int32Array.from(drawn, ({ source, record }) => source.structure[column][record] as number);
  const records = {
    queries: idsOf('queries'),
    positives: idsOf('positives'),
    offsets: Int32Array.from(offsets),
    negatives: Int32Array.from(negatives),
  };
  const source = madeSource(first.source, 'drawn passages', records, {
    dimension: vectorsOf(first.source).dimension,
    query: (record) => vectorsOf(ofRecord(record).source).query(ofRecord(record).record),
    positive: (record) => vectorsOf(ofRecord(record).source).positive(ofRecord(record).record),
    negative: (pair) => vectors.get(negatives[pair] as number) as Vector,
  });
  await fillColumns(source, lexicon, task);
  const units = Int32Array.from(drawn, ({ source: of, record }) => of.units[record] as number);
  const { columns } = source;
  return { columns, units, corner: cornerOf(columns) };
}

/** Each query once. Of its records the one whose positive has the smallest priority stands for it, in whichever file it is. */
function queriesOf(sources: readonly SourceData[], lexicon: Pick<Lexicon, 'priorityOf'>): DrawnQuery[] {
  const found = new Map<number, DrawnQuery>();
  for (const source of sources) {
    const { queries, positives } = source.structure;
    queries.forEach((query, record) => {
      const positive = positives[record] as number;
      const before = found.get(query);
      if (before?.positives.has(positive) === true) return;
      const of = before?.positives ?? new Set<number>();
      const isFirst = [...of].every((other) => lexicon.priorityOf(positive) < lexicon.priorityOf(other));
      of.add(positive);
      if (isFirst) {
        const priority = source.priorities[record] as number;
        found.set(query, { source, record, priority, positives: of });
      }
    });
  }
  return [...found.values()];
}

interface Passage {
  readonly id: number;
  readonly priority: number;
}

/** The passages with the smallest hashes of query and passage. A loop: there are two million hashes. */
function drawnFor({ priority, positives }: DrawnQuery, passages: readonly Passage[]): number[] {
  const chosen: number[] = [];
  const bits: number[] = [];
  for (const passage of passages) {
    const own = mixedBits(priority, passage.priority);
    if (chosen.length === DRAWN_A_QUERY && own >= (bits.at(-1) as number)) continue;
    if (positives.has(passage.id)) continue;
    const place = bits.findLastIndex((other) => other <= own) + 1;
    bits.splice(place, 0, own);
    chosen.splice(place, 0, passage.id);
    bits.length = chosen.length = Math.min(DRAWN_A_QUERY, chosen.length);
  }
  return chosen;
}

/** The so many values with the smallest keys, in the order of their keys. */
function smallest<T>(values: readonly T[], keyOf: (value: T) => number, most: number): T[] {
  const keys = Float64Array.from(values, keyOf);
  const limit = keys.slice().sort()[most - 1] ?? Infinity;
  return [...values.keys()]
    .filter((place) => (keys[place] as number) <= limit)
    .sort((a, b) => (keys[a] as number) - (keys[b] as number))
    .slice(0, most)
    .map((place) => values[place] as T);
}
