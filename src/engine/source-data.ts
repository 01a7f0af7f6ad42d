/** One source in a run: its sampled records as ids, its vectors, its pair columns. */

import type { SourceEmbeddings, SourceStructure } from '../candidates/types';
import type { Vector } from '../scoring/gates';
import type { PairColumns } from '../scoring/statistics';

/** Where a source's vectors come from: encoded texts, or the rows that its file gives. */
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
  /** Place of each sampled record among all of the source, ascending. */
  readonly indices: Int32Array;
  /** Priority of each sampled record: the order of the visit. */
  readonly priorities: Float64Array;
  readonly columns: PairColumns;
  /** Null until it is known where they come from. */
  vectors: PairVectors | null;
}

/** @throws Error where the vectors of the source are asked for too early */
export function vectorsOf(source: SourceData): PairVectors {
  if (!source.vectors) throw new Error(`The vectors of ${source.name} are not there yet.`);
  return source.vectors;
}

/** Keeps the records of `indices` (ascending). */
export function selectRecords(structure: SourceStructure, indices: Int32Array): SourceStructure {
  const offsets = new Int32Array(indices.length + 1);
  indices.forEach((record, i) => {
    offsets[i + 1] = (offsets[i] as number) + lengthOf(structure.offsets, record);
  });
  const negatives = new Int32Array(offsets[indices.length] as number);
  indices.forEach((record, i) => {
    negatives.set(slice(structure.negatives, structure.offsets, record), offsets[i]);
  });
  return {
    id: structure.id,
    queries: indices.map((record) => structure.queries[record] as number),
    positives: indices.map((record) => structure.positives[record] as number),
    offsets,
    negatives,
  };
}

/** Empty pair columns for the records of a structure. */
export function emptyColumns(structure: SourceStructure): PairColumns {
  const pairs = structure.negatives.length;
  return {
    offsets: structure.offsets,
    margin: new Float64Array(pairs),
    locality: new Float64Array(pairs),
    distance: new Float64Array(pairs),
    coverage: new Float64Array(pairs),
  };
}

/**
 * Vectors that the source's file gives.
 * @param given all records of the file
 * @param full the structure of the whole file
 * @param indices the sampled records, ascending
 */
export function givenVectors(
  given: SourceEmbeddings,
  full: SourceStructure,
  indices: Int32Array,
): PairVectors {
  const d = given.dimension;
  const pairs = new Int32Array(indices.reduce((n, record) => n + lengthOf(full.offsets, record), 0));
  let next = 0;
  for (const record of indices) {
    for (let p = full.offsets[record] as number; p < (full.offsets[record + 1] as number); p++)
      pairs[next++] = p;
  }
  const row = (rows: Float64Array, i: number) => rows.subarray(i * d, (i + 1) * d);
  return {
    dimension: d,
    query: (record) => row(given.queries, indices[record] as number),
    positive: (record) => row(given.positives, indices[record] as number),
    negative: (pair) => row(given.negatives, pairs[pair] as number),
  };
}

function lengthOf(offsets: Int32Array, record: number): number {
  return (offsets[record + 1] as number) - (offsets[record] as number);
}

function slice(values: Int32Array, offsets: Int32Array, record: number): Int32Array {
  return values.subarray(offsets[record], offsets[record + 1]);
}
