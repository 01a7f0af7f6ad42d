/** The records of a source as columns of numbers. */

import { recordsOfPairs, type PairPlaces } from '../../scoring/pairs';
import type { CandidateRecord, RecordEmbeddings } from '../candidate-record';
import { endsOf, type StoreTexts, type TextEnds } from './texts';

/** Stands for no text in a column of ids, and for the record's own place in one of places. */
export const NONE = -1;

/** A column that grows. */
export const numbers = (): number[] => [];

const emptyColumns = () => ({
  /** Query id of each record. */
  queries: numbers(),
  /** Passage id of each record's positive. */
  positives: numbers(),
  /** records + 1 offsets into `negatives`. */
  offsets: [0],
  /** Passage id of each pair's negative. */
  negatives: numbers(),
  /** Where each record starts in its file. */
  places: numbers(),
  /** The record's own id and its value in the column of units, as ids of names; {@link NONE} where it has none. */
  queryIds: numbers(),
  groups: numbers(),
  /** Pairs whose negative is a positive of its very record, ascending. */
  knownPositives: numbers(),
  /** Where each negative stands in the file (`NegativeOrigins`); a place of {@link NONE} is the record's. */
  origins: { places: numbers(), indices: numbers() },
  /** Further copies of negatives, ascending by record. */
  copies: { records: numbers(), positions: numbers(), places: numbers(), indices: numbers() },
  /** Blank negatives in the file, ascending by record. */
  blanks: { records: numbers(), places: numbers(), indices: numbers() },
});

/** Columns that are complete. */
type Filled<Columns> = {
  readonly [Name in keyof Columns]: Columns[Name] extends number[] ? Int32Array : Filled<Columns[Name]>;
};

interface Columns {
  readonly [name: string]: number[] | Columns;
}

function filled<Group extends Columns>(columns: Group): Filled<Group> {
  const entries = Object.entries<number[] | Columns>(columns);
  return Object.fromEntries(
    entries.map(([name, column]) => [name, Array.isArray(column) ? new Int32Array(column) : filled(column)]),
  ) as Filled<Group>;
}

/** A source of which all records have come. Columns of pairs are in the order of `negatives`. */
export interface SourceColumns extends Filled<ReturnType<typeof emptyColumns>> {
  readonly id: number;
  /** Of each positive and negative, NaN where its record has none; null where no record has any. */
  readonly scores: Readonly<Record<'positives' | 'negatives', Float64Array>> | null;
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

/** Bytes of a number with its array's spare room: those of a record, of a pair, and of a score. */
const RECORD_BYTES = 6 * 6;
const PAIR_BYTES = 3 * 6;
const SCORE_BYTES = 12;

class GrowingColumns {
  private readonly columns = emptyColumns();
  private readonly scores = { positives: numbers(), negatives: numbers() };
  private hasScores = false;
  private readonly embeddings: RecordEmbeddings[] = [];
  private embeddingBytes = 0;

  constructor(private readonly texts: StoreTexts) {}

  add(record: CandidateRecord): void {
    const { columns } = this;
    const { queries, passages, names } = this.texts;
    const { origins, scores, embeddings } = record;
    const nameOf = (text: string | null) => (text === null ? NONE : names.idOf(text));
    const index = columns.queries.length;
    const start = columns.negatives.length;
    columns.queries.push(queries.idOf(record.query));
    columns.positives.push(passages.idOf(record.positive));
    columns.queryIds.push(nameOf(record.queryId));
    columns.groups.push(nameOf(record.group));
    columns.places.push(record.place);
    this.scores.positives.push(scores?.positive ?? NaN);
    for (const [position, text] of record.negatives.entries()) {
      columns.negatives.push(passages.idOf(text));
      columns.origins.places.push(origins.places?.[position] ?? NONE);
      columns.origins.indices.push(origins.indices[position] as number);
      this.scores.negatives.push(scores?.negatives[position] ?? NaN);
    }
    columns.offsets.push(columns.negatives.length);
    for (const position of [...record.knownPositives].sort((a, b) => a - b))
      columns.knownPositives.push(start + position);
    for (const copy of origins.copies) {
      columns.copies.records.push(index);
      columns.copies.positions.push(copy.position);
      columns.copies.places.push(copy.place);
      columns.copies.indices.push(copy.index);
    }
    for (const blank of origins.blanks) {
      columns.blanks.records.push(index);
      columns.blanks.places.push(blank.place);
      columns.blanks.indices.push(blank.index);
    }
    this.hasScores ||= scores !== undefined;
    if (embeddings === null) return;
    this.embeddings.push(embeddings);
    this.embeddingBytes += embeddings.query.byteLength * (record.negatives.length + 2);
  }

  get bytes(): number {
    const { queries, negatives } = this.columns;
    const [ofRecord, ofPair] = [RECORD_BYTES + SCORE_BYTES, PAIR_BYTES + SCORE_BYTES];
    return ofRecord * queries.length + ofPair * negatives.length + this.embeddingBytes;
  }

  /** @param id key of the source */
  filled(id: number): SourceColumns {
    const columns = filled(this.columns);
    const { positives, negatives } = this.scores;
    const scores = { positives: new Float64Array(positives), negatives: new Float64Array(negatives) };
    const embeddings = this.embeddings.length > 0 ? this.embeddings : null;
    return { id, ...columns, scores: this.hasScores ? scores : null, embeddings, bytes: this.bytes };
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
