/**
 * Pairs of queries with passages drawn at random: where random passages lie by embedding and by words. All runs draw from one
 * sample, chosen by hashes of seed and texts, so that neither the order of the files nor the size of one of them matters.
 */

import type { KnownPositives } from '../scoring/findings';
import { selectPairs } from '../scoring/pairs';
import { mixedBits } from '../scoring/random';
import { cornerOf, DRAWN_A_QUERY, DRAWN_PASSAGES, type Corner } from '../scoring/random-looking';
import { fillColumns } from './blocks';
import { isLarge } from './large';
import { passagesOf, type Lexicon } from './lexicon';
import {
  madeSource,
  pairsOf,
  partOf,
  passageVectors,
  recordsIn,
  vectorsOf,
  type SourceData,
} from './source-data';
import type { Task } from './task';

/** Most queries that get passages: enough for the corner, and quick. */
export const MOST_QUERIES = 2000;

/** Queries of all sources with passages drawn at random, as a source. */
export interface DrawnPairs {
  readonly source: SourceData;
  readonly corner: Corner;
}

/** About so many pairs are scored, and of long embeddings: ECI is known to about 0.005 or 0.01, and the sums take a second. */
const MOST_SCORED = { short: 4096, long: 1024 };

/** A query with the record that stands for it, and the priority of that one's positive. */
interface DrawnQuery extends Readonly<Record<'query' | 'record' | 'priority' | 'first', number>> {
  readonly source: SourceData;
}

/**
 * @param sources records whose vectors are at hand, of all settings
 * @param known also of records that are not at hand: none of its positives is drawn for a query
 * @returns null with too few passages to draw from
 * @throws RunCancelledError
 */
export async function drawPassages(
  sources: readonly SourceData[],
  known: KnownPositives,
  lexicon: Pick<Lexicon, 'cover' | 'priorityOf'>,
  task: Task,
): Promise<DrawnPairs | null> {
  const all = passagesOf(sources.map(({ structure }) => structure));
  const pool = Array.from(all, (id) => ({ id, priority: lexicon.priorityOf(id) }));
  const passages = smallest(pool, DRAWN_PASSAGES);
  const queries = smallest(queriesOf(sources, lexicon), MOST_QUERIES);
  const negatives: number[] = [];
  const offsets = [0];
  const drawn: DrawnQuery[] = [];
  for (const query of queries) {
    const chosen = drawnFor(query, passages, known);
    await task.breathe();
    if (chosen.length === 0) continue;
    drawn.push(query);
    negatives.push(...chosen);
    offsets.push(negatives.length);
  }
  const [first] = drawn;
  if (first === undefined) return null;
  const vectorOf = passageVectors(sources, new Set(negatives));
  const idsOf = (columnOf: (source: SourceData) => Int32Array) =>
    Int32Array.from(drawn, ({ source, record }) => columnOf(source)[record] as number);
  const records = {
    queries: idsOf(({ structure }) => structure.queries),
    positives: idsOf(({ structure }) => structure.positives),
    offsets: Int32Array.from(offsets),
    negatives: Int32Array.from(negatives),
  };
  const vectorIn = (place: number, role: 'query' | 'positive') => {
    const { source, record } = drawn[place] as DrawnQuery;
    return vectorsOf(source)[role](record);
  };
  const made = madeSource(first.source, 'drawn passages', records, {
    dimension: vectorsOf(first.source).dimension,
    query: (record) => vectorIn(record, 'query'),
    positive: (record) => vectorIn(record, 'positive'),
    negative: (pair) => vectorOf(negatives[pair] as number),
  });
  await fillColumns(made, lexicon, task);
  return { source: { ...made, units: idsOf(({ units }) => units) }, corner: cornerOf(made.columns) };
}

/** What is scored: the first of the drawn records, each with as many passages as those of the run have, or all that it has. */
export function baselineOf({ source }: DrawnPairs, run: readonly SourceData[]): SourceData {
  const most = MOST_SCORED[isLarge(vectorsOf(source).dimension) ? 'long' : 'short'];
  const each = Math.min(DRAWN_A_QUERY, Math.ceil(pairsOf(run) / recordsIn(run)));
  const records = Array(Math.min(source.units.length, Math.ceil(most / each))).keys();
  return partOf(source, selectPairs(source.columns.offsets, Int32Array.from(records), each));
}

/** Each query once. Of its records the one whose positive has the smallest priority stands for it, in whichever file it is. */
function queriesOf(sources: readonly SourceData[], lexicon: Pick<Lexicon, 'priorityOf'>): DrawnQuery[] {
  const found = new Map<number, DrawnQuery>();
  for (const source of sources) {
    source.structure.queries.forEach((query, record) => {
      const first = lexicon.priorityOf(source.structure.positives[record] as number);
      if (first >= (found.get(query)?.first ?? Infinity)) return;
      found.set(query, { source, query, record, first, priority: source.priorities[record] as number });
    });
  }
  return [...found.values()];
}

/** The passages with the smallest hashes of query and passage. A loop: there are two million hashes. */
function drawnFor(
  { query, priority }: DrawnQuery,
  passages: readonly { readonly id: number; readonly priority: number }[],
  known: KnownPositives,
): number[] {
  const chosen: number[] = [];
  const bits: number[] = [];
  for (const passage of passages) {
    const own = mixedBits(priority, passage.priority);
    if (chosen.length === DRAWN_A_QUERY && own >= (bits.at(-1) as number)) continue;
    if (known.isOf(passage.id, query)) continue;
    const place = bits.findLastIndex((other) => other <= own) + 1;
    bits.splice(place, 0, own);
    chosen.splice(place, 0, passage.id);
    bits.length = chosen.length = Math.min(DRAWN_A_QUERY, chosen.length);
  }
  return chosen;
}

/** The first so many, by priority. */
function smallest<T extends { readonly priority: number }>(all: readonly T[], most: number): T[] {
  const limit = Float64Array.from(all, ({ priority }) => priority).sort()[most - 1] ?? Infinity;
  const first = all.filter(({ priority }) => priority <= limit).sort((a, b) => a.priority - b.priority);
  return first.slice(0, most);
}
