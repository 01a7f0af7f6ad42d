/** Rows of records, negatives and copies for their tables (`tables.ts`). */

import { booleans, doubleLists, integers, optionalDoubles, optionalIntegers, Rows, texts } from './arrow';
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

/** Memory of a row without its embedding, about. */
const ROW_BYTES = 64;

export class RecordRows {
  /** Bytes of the embeddings among the rows. */
  embeddingBytes = 0;

  readonly records = new Rows({
    source: integers,
    record: integers,
    place: integers,
    query_id: texts,
    query: integers,
    positive: integers,
    group_value: texts,
    query_embedding: doubleLists,
    positive_embedding: doubleLists,
    positive_score: optionalDoubles,
  });

  readonly negatives = new Rows({
    source: integers,
    record: integers,
    position: integers,
    passage: integers,
    place: optionalIntegers,
    idx: integers,
    known_positive: booleans,
    embedding: doubleLists,
    score: optionalDoubles,
  });

  readonly copies = new Rows({
    source: integers,
    record: integers,
    position: integers,
    place: integers,
    idx: integers,
  });

  /** Memory of all rows, about. */
  get bytes(): number {
    return (
      this.embeddingBytes + ROW_BYTES * (this.records.length + this.negatives.length + this.copies.length)
    );
  }

  add(
    { place, queryId, negatives, origins, knownPositives, group, embeddings, scores }: CandidateRecord,
    { source, index: record, query, positive, negatives: passages }: RecordKeys,
  ): void {
    const query_embedding = embeddings?.query ?? null;
    const positive_embedding = embeddings?.positive ?? null;
    this.records.add({
      source,
      record,
      place,
      query_id: queryId,
      query,
      positive,
      group_value: group,
      query_embedding,
      positive_embedding,
      positive_score: scores?.positive ?? null,
    });
    this.embeddingBytes += (query_embedding?.byteLength ?? 0) * (negatives.length + 2);
    for (const [position, passage] of passages.entries()) {
      this.negatives.add({
        source,
        record,
        position,
        passage,
        place: origins.places?.[position] ?? null,
        idx: origins.indices[position] as number,
        known_positive: knownPositives.includes(position),
        embedding: embeddings?.negatives[position] ?? null,
        score: scores?.negatives[position] ?? null,
      });
    }
    for (const { position, place: at, index: idx } of origins.copies)
      this.copies.add({ source, record, position, place: at, idx });
  }
}
