/** One source in a run: sampled records as ids, vectors, pair columns. */

import type { SourceStructure } from '../candidates/store/source-columns';
import type { SourceEmbeddings } from '../candidates/candidates';
import type { IdRecords } from '../scoring/controls';
import type { Vector } from '../scoring/gates';
import { emptyColumns, pairRange, type PairColumns, type PairPlaces, type SomePairs } from '../scoring/pairs';

export interface PairVectors {
  readonly dimension: number;
  query(record: number): Vector;
  positive(record: number): Vector;
  negative(pair: number): Vector;
}

export interface SourceData {
  readonly id: number;
  readonly name: string;
  /** The sampled records, in file order. */
  readonly structure: SourceStructure;
  /** Place of each sampled record in the whole source, ascending. */
  readonly indices: Int32Array;
  /** Priority of the query of each. */
  readonly priorities: Float64Array;
  /** Sampling unit of each (`scoring/groups.ts`). */
  readonly units: Int32Array;
  /** Priority of the unit of each: whole units are drawn. That of its query where nothing is shared. */
  readonly turns: Float64Array;
  readonly columns: PairColumns;
  /** Null until vectors are available. */
  vectors: PairVectors | null;
}

/** The same answer for the same object, found once: figures follow a hand. */
export function remembered<Key extends object, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? find(key);
    known.set(key, value);
    return value;
  };
}

export const idsIn = remembered((column: Int32Array): ReadonlySet<number> => new Set(column));

export function recordsIn(sources: readonly SourceData[]): number {
  return sources.reduce((sum, { structure }) => sum + structure.queries.length, 0);
}

export function pairsOf(sources: readonly SourceData[]): number {
  return sources.reduce((pairs, { columns }) => pairs + columns.margin.length, 0);
}

export function vectorsOf(source: SourceData): PairVectors {
  if (!source.vectors) throw new Error(`The vectors of ${source.name} are not there yet.`);
  return source.vectors;
}

export function withPairs(
  structure: SourceStructure,
  { records, offsets, pairs }: SomePairs,
): SourceStructure {
  return {
    ...structure,
    queries: records.map((record) => structure.queries[record] as number),
    positives: records.map((record) => structure.positives[record] as number),
    offsets,
    negatives: pairs.map((pair) => structure.negatives[pair] as number),
  };
}

/**
 * Places of pairs in the columns of a source; −1 where they are not there.
 * @param indices place of each record of the columns in the whole source; null where the columns hold every record
 */
export function placesOfPairs(
  { records, positions }: Pick<PairPlaces, 'records' | 'positions'>,
  offsets: Int32Array,
  indices: Int32Array | null,
): Int32Array {
  const placeOf = indices && new Map(Array.from(indices, (record, place) => [record, place]));
  return records.map((record, i) => {
    const { start, end } = pairRange(offsets, placeOf ? (placeOf.get(record) ?? -1) : record);
    const pair = start + (positions[i] as number);
    return pair < end ? pair : -1;
  });
}

/** Without figures. @param like the source whose units and order it takes over */
export function madeSource(
  like: SourceData,
  name: string,
  records: IdRecords,
  vectors: PairVectors,
): SourceData {
  const structure = { ...like.structure, ...records };
  return { ...like, name, structure, columns: emptyColumns(records.offsets), vectors };
}

/** Its vectors stay where they are. */
export function partOf(source: SourceData, some: SomePairs): SourceData {
  const { records, offsets, pairs } = some;
  const { indices, priorities, units, turns, columns, vectors } = source;
  const numbers = (column: Float64Array, places: Int32Array) =>
    Float64Array.from(places, (place) => column[place] as number);
  const ids = (column: Int32Array) => records.map((record) => column[record] as number);
  return {
    ...source,
    structure: withPairs(source.structure, some),
    indices: ids(indices),
    priorities: numbers(priorities, records),
    units: ids(units),
    turns: numbers(turns, records),
    columns: {
      offsets,
      margin: numbers(columns.margin, pairs),
      locality: numbers(columns.locality, pairs),
      distance: numbers(columns.distance, pairs),
      coverage: numbers(columns.coverage, pairs),
    },
    vectors: vectors && {
      dimension: vectors.dimension,
      query: (record) => vectors.query(records[record] as number),
      positive: (record) => vectors.positive(records[record] as number),
      negative: (pair) => vectors.negative(pairs[pair] as number),
    },
  };
}

export function givenVectors({ dimension, ...given }: SourceEmbeddings): PairVectors {
  const row = (rows: Float64Array) => (i: number) => rows.subarray(i * dimension, (i + 1) * dimension);
  return {
    dimension,
    query: row(given.queries),
    positive: row(given.positives),
    negative: row(given.negatives),
  };
}

/**
 * The vector of a passage of the run, wherever a source has it; where files give embeddings, that of its first place.
 * @param wanted passages that may be asked for; null for all
 */
export function passageVectors(
  sources: readonly SourceData[],
  wanted: ReadonlySet<number> | null = null,
): (passage: number) => Vector {
  const places = new Map<number, () => Vector>();
  const offer = (passage: number, vector: () => Vector) => {
    if (!places.has(passage) && wanted?.has(passage) !== false) places.set(passage, vector);
  };
  for (const source of sources) {
    const vectors = vectorsOf(source);
    source.structure.positives.forEach((passage, record) => offer(passage, () => vectors.positive(record)));
    source.structure.negatives.forEach((passage, pair) => offer(passage, () => vectors.negative(pair)));
  }
  return (passage) => (places.get(passage) as () => Vector)();
}
