/** The records of a source as columns of numbers. */

import type { CandidateRecord, RecordEmbeddings } from '../candidate-record';
import type { SourceStructure } from '../api';
import { Doubles, Integers } from './growing';

/** Stands for no text in a column of ids, and for the record's own place in one of places. */
export const NONE = -1;

/** A source of which all records have come. Columns of pairs are in the order of `negatives`. */
export interface SourceColumns extends SourceStructure {
  /** Where each record starts in its file. */
  readonly places: Int32Array;
  /** The record's own id and its value in the column of units, as ids of names; {@link NONE} where it has none. */
  readonly queryIds: Int32Array;
  readonly groups: Int32Array;
  /** Pairs whose negative is a positive of its very record, ascending. */
  readonly knownPositives: Int32Array;
  /** Where each negative stands in the file (`NegativeOrigins`); a place of {@link NONE} is the record's. */
  readonly origins: { readonly places: Int32Array; readonly indices: Int32Array };
  /** Further copies of negatives, ascending by record. */
  readonly copies: Readonly<Record<'records' | 'positions' | 'places' | 'indices', Int32Array>>;
  /** Of each positive and negative, NaN where its record has none; null where no record has any. */
  readonly scores: { readonly positives: Float64Array; readonly negatives: Float64Array } | null;
  /** Of each record; null where the file gives none. */
  readonly embeddings: readonly RecordEmbeddings[] | null;
}

/** A record's texts as ids. */
export interface RecordIds {
  readonly query: number;
  readonly positive: number;
  /** As many as the record has negatives. */
  readonly negatives: readonly number[];
  readonly queryId: number;
  readonly group: number;
}

const FLOAT_BYTES = 8;

/** A source of which records come. */
export class GrowingColumns {
  private readonly integers = {
    queries: new Integers(),
    positives: new Integers(),
    offsets: new Integers(),
    negatives: new Integers(),
    places: new Integers(),
    queryIds: new Integers(),
    groups: new Integers(),
    knownPositives: new Integers(),
    originPlaces: new Integers(),
    originIndices: new Integers(),
    copyRecords: new Integers(),
    copyPositions: new Integers(),
    copyPlaces: new Integers(),
    copyIndices: new Integers(),
  };
  private readonly scores = { positives: new Doubles(), negatives: new Doubles() };
  private hasScores = false;
  private readonly embeddings: RecordEmbeddings[] = [];
  private embeddingBytes = 0;

  constructor() {
    this.integers.offsets.push(0);
  }

  /** Memory held. */
  get bytes(): number {
    const columns = [...Object.values(this.integers), ...Object.values(this.scores)];
    return columns.reduce((sum, { bytes }) => sum + bytes, this.embeddingBytes);
  }

  add(record: CandidateRecord, ids: RecordIds): void {
    const { integers } = this;
    const { origins, scores, embeddings } = record;
    const index = integers.queries.length;
    const start = integers.negatives.length;
    integers.queries.push(ids.query);
    integers.positives.push(ids.positive);
    integers.queryIds.push(ids.queryId);
    integers.groups.push(ids.group);
    integers.places.push(record.place);
    this.scores.positives.push(scores?.positive ?? NaN);
    for (const [position, passage] of ids.negatives.entries()) {
      integers.negatives.push(passage);
      integers.originPlaces.push(origins.places?.[position] ?? NONE);
      integers.originIndices.push(origins.indices[position] as number);
      this.scores.negatives.push(scores?.negatives[position] ?? NaN);
    }
    integers.offsets.push(integers.negatives.length);
    for (const position of [...record.knownPositives].sort((a, b) => a - b))
      integers.knownPositives.push(start + position);
    for (const copy of origins.copies) {
      integers.copyRecords.push(index);
      integers.copyPositions.push(copy.position);
      integers.copyPlaces.push(copy.place);
      integers.copyIndices.push(copy.index);
    }
    this.hasScores ||= scores !== undefined;
    if (embeddings === null) return;
    this.embeddings.push(embeddings);
    this.embeddingBytes += FLOAT_BYTES * embeddings.query.length * (ids.negatives.length + 2);
  }

  /** @param id key of the source */
  filled(id: number): SourceColumns {
    const { integers, scores } = this;
    return {
      id,
      queries: integers.queries.copied(),
      positives: integers.positives.copied(),
      offsets: integers.offsets.copied(),
      negatives: integers.negatives.copied(),
      places: integers.places.copied(),
      queryIds: integers.queryIds.copied(),
      groups: integers.groups.copied(),
      knownPositives: integers.knownPositives.copied(),
      origins: { places: integers.originPlaces.copied(), indices: integers.originIndices.copied() },
      copies: {
        records: integers.copyRecords.copied(),
        positions: integers.copyPositions.copied(),
        places: integers.copyPlaces.copied(),
        indices: integers.copyIndices.copied(),
      },
      scores: this.hasScores
        ? { positives: scores.positives.copied(), negatives: scores.negatives.copied() }
        : null,
      embeddings: this.embeddings.length > 0 ? this.embeddings : null,
    };
  }
}

/** Memory of the columns of a source. */
export function bytesOf({ queries, negatives, copies, scores, embeddings }: SourceColumns): number {
  const pairs = negatives.length;
  const numbers = 6 * queries.length + 3 * pairs + 4 * copies.records.length;
  const vectors = (embeddings?.[0]?.query.length ?? 0) * (2 * queries.length + pairs);
  const floats = vectors + (scores === null ? 0 : queries.length + pairs);
  return Int32Array.BYTES_PER_ELEMENT * numbers + FLOAT_BYTES * floats;
}
