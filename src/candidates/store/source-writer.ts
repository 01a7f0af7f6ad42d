/** Writes records to the store's tables. */

import type { Int32 } from 'apache-arrow';

import { booleans, doubleLists, integerRange, integers, optionalIntegers, texts, utf8Texts } from './arrow';
import type { Connection } from './database';
import { StoreInsertError } from '../errors';
import type { TextIds } from './text-ids';
import type { CandidateRecord } from '../types';

/** Distinct texts of all sources. */
export interface StoreTexts {
  readonly queries: TextIds;
  readonly passages: TextIds;
}

/** A record and the key of the source to which it goes. */
export interface RecordOfSource {
  readonly source: number;
  readonly record: CandidateRecord;
}

/** The pairs of some records, one list a column: objects would be millions, and are slow. */
class PairRows {
  readonly sources: number[] = [];
  readonly records: number[] = [];
  readonly positions: number[] = [];
  readonly texts: string[] = [];
  readonly places: (number | null)[] = [];
  readonly indices: number[] = [];
  readonly known: boolean[] = [];
  readonly embeddings: (Float64Array | null)[] = [];

  constructor(records: readonly (RecordOfSource & { readonly index: number })[]) {
    for (const { source, index, record } of records) {
      const { negatives, origins, knownPositives, embeddings } = record;
      for (let position = 0; position < negatives.length; position += 1) {
        this.sources.push(source);
        this.records.push(index);
        this.positions.push(position);
        this.texts.push(negatives[position] as string);
        this.places.push(origins.places?.[position] ?? null);
        this.indices.push(origins.indices[position] as number);
        this.known.push(knownPositives.includes(position));
        this.embeddings.push(embeddings?.negatives[position] ?? null);
      }
    }
  }
}

/**
 * Writes one file's records, of one source or several, in one transaction: either all of them stay or none. Row
 * counts are compared with what was given after every batch, because DuckDB may keep part of an insert that fails.
 */
export class SourceWriter {
  private readonly firstQuery: number;
  private readonly firstPassage: number;
  /** Records written of each source. */
  private readonly records = new Map<number, number>();
  private negatives = 0;
  private copies = 0;

  private constructor(
    private readonly connection: Connection,
    private readonly texts: StoreTexts,
  ) {
    this.firstQuery = texts.queries.next;
    this.firstPassage = texts.passages.next;
  }

  static async begin(connection: Connection, texts: StoreTexts): Promise<SourceWriter> {
    await connection.query('BEGIN TRANSACTION');
    return new SourceWriter(connection, texts);
  }

  /** @throws StoreInsertError, `StoreFullError`; the writer is then to be rolled back */
  async add(given: readonly RecordOfSource[]): Promise<void> {
    if (given.length === 0) return;
    const { queries, passages } = this.texts;
    const records = given.map((each) => ({ ...each, index: this.nextIndex(each.source) }));
    const pairs = new PairRows(records);
    const copies = records.flatMap(({ source, index, record }) =>
      record.origins.copies.map((copy) => ({ source, record: index, ...copy })),
    );
    const recordColumns = [
      integers('source', records, ({ source }) => source),
      integers('record', records, ({ index }) => index),
      integers('place', records, ({ record }) => record.place),
      texts('query_id', records, ({ record }) => record.queryId),
      integers('query', records, ({ record }) => queries.idOf(record.query)),
      integers('positive', records, ({ record }) => passages.idOf(record.positive)),
      doubleLists('query_embedding', records, ({ record }) => record.embeddings?.query ?? null),
      doubleLists('positive_embedding', records, ({ record }) => record.embeddings?.positive ?? null),
    ];
    const negativeColumns = [
      integers('source', pairs.sources, (source) => source),
      integers('record', pairs.records, (record) => record),
      integers('position', pairs.positions, (position) => position),
      integers('passage', pairs.texts, (text) => passages.idOf(text)),
      optionalIntegers('place', pairs.places, (place) => place),
      integers('idx', pairs.indices, (index) => index),
      booleans('known_positive', pairs.known, (known) => known),
      doubleLists('embedding', pairs.embeddings, (row) => row),
    ];
    this.negatives += pairs.texts.length;
    this.copies += copies.length;

    const copyColumns = [
      integers('source', copies, ({ source }) => source),
      integers('record', copies, ({ record }) => record),
      integers('position', copies, ({ position }) => position),
      integers('place', copies, ({ place }) => place),
      integers('idx', copies, ({ index }) => index),
    ];
    // DuckDB does one after the other, in this order: waiting for each answer would leave it idle in between.
    await Promise.all([
      this.insertTexts('queries', 'query', queries),
      this.insertTexts('passages', 'passage', passages),
      this.connection.insert('records', recordColumns),
      this.connection.insert('negatives', negativeColumns),
      copies.length > 0 ? this.connection.insert('copies', copyColumns) : null,
      this.checkCounts(),
    ]);
  }

  async commit(): Promise<void> {
    await this.connection.query('COMMIT');
  }

  /** Takes back all that was written; texts that came with this file are forgotten. */
  async rollback(): Promise<void> {
    this.texts.queries.forgetFrom(this.firstQuery);
    this.texts.passages.forgetFrom(this.firstPassage);
    await this.connection.query('ROLLBACK');
  }

  /** 0-based index of the next record of a source. */
  private nextIndex(source: number): number {
    const index = this.records.get(source) ?? 0;
    this.records.set(source, index + 1);
    return index;
  }

  /** The texts that came since the last batch. */
  private async insertTexts(table: string, key: string, ids: TextIds): Promise<void> {
    const { first, texts } = ids.takeNew();
    const count = texts.offsets.length - 1;
    if (count === 0) return;
    await this.connection.insert(table, [integerRange(key, first, count), utf8Texts('text', texts)]);
  }

  /** @throws StoreInsertError where a table holds another number of rows than it was given */
  private async checkCounts(): Promise<void> {
    const ofFile = `source IN (${[...this.records.keys()].join()})`;
    const given = [
      { table: 'queries', rows: this.texts.queries.size, condition: 'true' },
      { table: 'passages', rows: this.texts.passages.size, condition: 'true' },
      {
        table: 'records',
        rows: [...this.records.values()].reduce((sum, count) => sum + count, 0),
        condition: ofFile,
      },
      { table: 'negatives', rows: this.negatives, condition: ofFile },
      { table: 'copies', rows: this.copies, condition: ofFile },
    ];
    const counts = given.map(
      ({ table, condition }) => `(SELECT count(*)::INTEGER FROM ${table} WHERE ${condition}) AS ${table}`,
    );
    const found = await this.connection.query<Record<string, Int32>>(`SELECT ${counts.join()}`);
    for (const { table, rows } of given) {
      const held = Number(found.getChild(table)?.get(0));
      if (held !== rows) throw new StoreInsertError(table, `it holds ${held} rows where ${rows} were given`);
    }
  }
}
