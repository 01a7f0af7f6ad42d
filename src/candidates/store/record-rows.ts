/** Columns of records, negatives and copies for the tables. */

import { booleans, doubleLists, integers, optionalIntegers, texts, type Column } from './arrow';
import type { CandidateRecord } from '../candidate-record';

/** Where a record goes, and the ids of its texts. */
export interface RecordKeys {
  /** Key of its source. */
  readonly source: number;
  /** 0-based index in the source. */
  readonly index: number;
  readonly query: number;
  readonly positive: number;
  /** As many as the record has negatives. */
  readonly negatives: readonly number[];
}

/** Rows of three tables, one list for each column: millions of row objects would be slow. */
export class RecordRows {
  /** Bytes of the embeddings among the rows. */
  embeddingBytes = 0;

  private readonly record = {
    sources: [] as number[],
    indices: [] as number[],
    places: [] as number[],
    queryIds: [] as (string | null)[],
    queries: [] as number[],
    positives: [] as number[],
    queryEmbeddings: [] as (Float64Array | null)[],
    positiveEmbeddings: [] as (Float64Array | null)[],
  };

  private readonly negative = {
    sources: [] as number[],
    records: [] as number[],
    positions: [] as number[],
    passages: [] as number[],
    places: [] as (number | null)[],
    indices: [] as number[],
    known: [] as boolean[],
    embeddings: [] as (Float64Array | null)[],
  };

  private readonly copy = {
    sources: [] as number[],
    records: [] as number[],
    positions: [] as number[],
    places: [] as number[],
    indices: [] as number[],
  };

  get records(): number {
    return this.record.sources.length;
  }

  get negatives(): number {
    return this.negative.sources.length;
  }

  get copies(): number {
    return this.copy.sources.length;
  }

  add(record: CandidateRecord, keys: RecordKeys): void {
    const { embeddings } = record;
    this.record.sources.push(keys.source);
    this.record.indices.push(keys.index);
    this.record.places.push(record.place);
    this.record.queryIds.push(record.queryId);
    this.record.queries.push(keys.query);
    this.record.positives.push(keys.positive);
    this.record.queryEmbeddings.push(embeddings?.query ?? null);
    this.record.positiveEmbeddings.push(embeddings?.positive ?? null);
    if (embeddings !== null) {
      this.embeddingBytes += embeddings.query.byteLength * (record.negatives.length + 2);
    }
    this.addNegatives(record, keys);
    for (const { position, place, index } of record.origins.copies) {
      this.copy.sources.push(keys.source);
      this.copy.records.push(keys.index);
      this.copy.positions.push(position);
      this.copy.places.push(place);
      this.copy.indices.push(index);
    }
  }

  private addNegatives({ origins, knownPositives, embeddings }: CandidateRecord, keys: RecordKeys): void {
    for (let position = 0; position < keys.negatives.length; position += 1) {
      this.negative.sources.push(keys.source);
      this.negative.records.push(keys.index);
      this.negative.positions.push(position);
      this.negative.passages.push(keys.negatives[position] as number);
      this.negative.places.push(origins.places?.[position] ?? null);
      this.negative.indices.push(origins.indices[position] as number);
      this.negative.known.push(knownPositives.includes(position));
      this.negative.embeddings.push(embeddings?.negatives[position] ?? null);
    }
  }

  recordColumns(): Column[] {
    return [
      integers('source', this.record.sources),
      integers('record', this.record.indices),
      integers('place', this.record.places),
      texts('query_id', this.record.queryIds),
      integers('query', this.record.queries),
      integers('positive', this.record.positives),
      doubleLists('query_embedding', this.record.queryEmbeddings),
      doubleLists('positive_embedding', this.record.positiveEmbeddings),
    ];
  }

  negativeColumns(): Column[] {
    return [
      integers('source', this.negative.sources),
      integers('record', this.negative.records),
      integers('position', this.negative.positions),
      integers('passage', this.negative.passages),
      optionalIntegers('place', this.negative.places),
      integers('idx', this.negative.indices),
      booleans('known_positive', this.negative.known),
      doubleLists('embedding', this.negative.embeddings),
    ];
  }

  copyColumns(): Column[] {
    return [
      integers('source', this.copy.sources),
      integers('record', this.copy.records),
      integers('position', this.copy.positions),
      integers('place', this.copy.places),
      integers('idx', this.copy.indices),
    ];
  }
}
