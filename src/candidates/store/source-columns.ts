/** The records of a source as columns of numbers. */

import { recordsOfPairs, type PairPlaces } from '../../scoring/pairs';
import type { CandidateRecord, RecordEmbeddings } from '../candidate-record';
import { bytesIn, copied, Doubles, Integers, type Copied } from './growing';
import { endsOf, type StoreTexts, type TextEnds } from './texts';

/** Stands for no text in a column of ids, and for the record's own place in one of places. */
export const NONE = -1;

const emptyColumns = () => ({
  /** Query id of each record. */
  queries: new Integers(),
  /** Passage id of each record's positive. */
  positives: new Integers(),
  /** records + 1 offsets into `negatives`. */
  offsets: new Integers(),
  /** Passage id of each pair's negative. */
  negatives: new Integers(),
  /** Where each record starts in its file. */
  places: new Integers(),
  /** The record's own id and its value in the column of units, as ids of names; {@link NONE} where it has none. */
  queryIds: new Integers(),
  groups: new Integers(),
  /** Pairs whose negative is a positive of its very record, ascending. */
  knownPositives: new Integers(),
});

/** Where each negative stands in the file (`NegativeOrigins`); a place of {@link NONE} is the record's. */
const emptyOrigins = () => ({ places: new Integers(), indices: new Integers() });

/** Copies and blanks, with the pair of the negative that was kept ({@link NONE}: blank). */
const emptyRemoved = () => ({ pairs: new Integers(), ...emptyOrigins() });

/** Scores of each positive and negative, NaN where their record has none. */
const emptyScores = () => ({ positives: new Doubles(), negatives: new Doubles() });

/** A source of which all records have come. Columns of pairs are in the order of `negatives`. */
export interface SourceColumns extends Copied<ReturnType<typeof emptyColumns>> {
  readonly id: number;
  readonly origins: Copied<ReturnType<typeof emptyOrigins>>;
  readonly removed: Copied<ReturnType<typeof emptyRemoved>>;
  /** Null where no record has any. */
  readonly scores: Copied<ReturnType<typeof emptyScores>> | null;
  /** Of each record; null where the file gives none. */
  readonly embeddings: readonly RecordEmbeddings[] | null;
  readonly bytes: number;
}

/**
 * The records of one source as numbers: ids into the store's distinct queries and distinct passages.
 * Records are in file order; the negatives of record i are `negatives[offsets[i] .. offsets[i + 1])`.
 */
export type SourceStructure = Pick<SourceColumns, 'id' | 'queries' | 'positives' | 'offsets' | 'negatives'>;

/** Ids that some columns have, ascending. */
export function distinctIds(columns: readonly Int32Array[]): Int32Array {
  const most = columns.reduce((max, ids) => ids.reduce((a, b) => Math.max(a, b), max), NONE);
  const there = new Uint8Array(1 + most);
  for (const ids of columns) for (const id of ids) there[id] = 1;
  return Int32Array.from(there.keys()).filter((id) => there[id] === 1);
}

/** The pairs of a source that are found. */
export function foundPairs(
  { id, offsets }: Pick<SourceStructure, 'id' | 'offsets'>,
  isFound: (pair: number, record: number) => boolean,
): PairPlaces {
  const recordOf = recordsOfPairs(offsets);
  const pairs = Int32Array.from(recordOf.keys()).filter((pair) => isFound(pair, recordOf[pair] as number));
  const records = pairs.map((pair) => recordOf[pair] as number);
  const positions = pairs.map((pair, i) => pair - (offsets[records[i] as number] as number));
  return { source: id, records, positions };
}

class GrowingColumns {
  private readonly columns = emptyColumns();
  private readonly origins = emptyOrigins();
  private readonly removed = emptyRemoved();
  private readonly scores = emptyScores();
  private hasScores = false;
  private readonly embeddings: RecordEmbeddings[] = [];
  private embeddingBytes = 0;

  constructor(private readonly texts: StoreTexts) {
    this.columns.offsets.push(0);
  }

  add(record: CandidateRecord): void {
    const { columns } = this;
    const { queries, passages, names } = this.texts;
    const { origins, scores, embeddings } = record;
    const nameOf = (text: string | null) => (text === null ? NONE : names.idOf(text));
    const start = columns.negatives.length;
    columns.queries.push(queries.idOf(record.query));
    columns.positives.push(passages.idOf(record.positive));
    columns.queryIds.push(nameOf(record.queryId));
    columns.groups.push(nameOf(record.group));
    columns.places.push(record.place);
    this.scores.positives.push(scores?.positive ?? NaN);
    for (const [position, text] of record.negatives.entries()) {
      columns.negatives.push(passages.idOf(text));
      this.origins.places.push(origins.places?.[position] ?? NONE);
      this.origins.indices.push(origins.indices[position] as number);
      this.scores.negatives.push(scores?.negatives[position] ?? NaN);
    }
    columns.offsets.push(columns.negatives.length);
    for (const position of [...record.knownPositives].sort((a, b) => a - b))
      columns.knownPositives.push(start + position);
    for (const { position, place, index } of origins.removed) {
      this.removed.pairs.push(position === null ? NONE : start + position);
      this.removed.places.push(place);
      this.removed.indices.push(index);
    }
    this.hasScores ||= scores !== undefined;
    if (embeddings === null) return;
    this.embeddings.push(embeddings);
    this.embeddingBytes += embeddings.query.byteLength * (record.negatives.length + 2);
  }

  get bytes(): number {
    const { columns, origins, removed, scores, embeddingBytes } = this;
    return bytesIn(columns) + bytesIn(origins) + bytesIn(removed) + bytesIn(scores) + embeddingBytes;
  }

  /** @param id key of the source */
  filled(id: number): SourceColumns {
    const columns = copied(this.columns);
    const [origins, removed] = [copied(this.origins), copied(this.removed)];
    const scores = this.hasScores ? copied(this.scores) : null;
    const embeddings = this.embeddings.length > 0 ? this.embeddings : null;
    const numbers = bytesIn(columns) + bytesIn(origins) + bytesIn(removed) + bytesIn(scores ?? {});
    const bytes = numbers + this.embeddingBytes;
    return { id, ...columns, origins, removed, scores, embeddings, bytes };
  }
}

/** A file that is being read into the store. */
export class NewFile {
  readonly begins: TextEnds;
  private readonly growing = new Map<number, GrowingColumns>();

  constructor(private readonly texts: StoreTexts) {
    this.begins = endsOf(texts);
  }

  get bytes(): number {
    return [...this.growing.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** @param source key of the source to which the record goes */
  take(record: CandidateRecord, source: number): void {
    const columns = this.growing.get(source) ?? new GrowingColumns(this.texts);
    this.growing.set(source, columns);
    columns.add(record);
  }

  /** The records of each source, of which no more come. */
  filled(): Map<number, SourceColumns> {
    const filled = new Map<number, SourceColumns>();
    for (const [source, columns] of this.growing) {
      filled.set(source, columns.filled(source));
      this.growing.delete(source);
    }
    return filled;
  }
}
