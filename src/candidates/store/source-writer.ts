/** Writes records to the store's tables. */

import type { Int32 } from 'apache-arrow';

import { integerRange, integers, utf8Texts } from './arrow';
import type { Connection } from './database';
import { CandidatesError } from '../errors';
import { RecordRows } from './record-rows';
import type { HashedTexts } from './hashed-texts';
import type { TextIds } from './text-ids';
import type { CandidateRecord } from '../candidate-record';

/** Distinct texts of all sources. */
export interface StoreTexts {
  readonly queries: TextIds;
  readonly passages: TextIds;
}

/** Size of a batch for DuckDB, which writes it while the next one is read. */
const BATCH_RECORDS = 5_000;
const BATCH_BYTES = 4 * 1024 * 1024;

/** DuckDB may keep part of an insert that fails. @throws StoreInsertError where a table has not the rows it was given */
export function checkRows(table: string, held: number, given: number): void {
  if (held === given) return;
  const reason = `it holds ${held} rows where ${given} were given`;
  throw new CandidatesError('StoreInsertError', { table, reason });
}

/**
 * Writes the records of one file in one transaction: all of them or none. Row counts are checked before the commit,
 * because DuckDB may lose part of an insert without an error.
 */
export class SourceWriter {
  private readonly firstQuery: number;
  private readonly firstPassage: number;
  /** Records written of each source. */
  private readonly records = new Map<number, number>();
  private negatives = 0;
  private copies = 0;
  /** What was taken and not yet written. */
  private rows = new RecordRows();

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

  /**
   * Takes a record for the next `flush`. Only its rows are held; texts are kept as UTF-8 outside the JavaScript heap.
   * @param source key of the source to which it goes
   * @param texts of its batch
   */
  take(record: CandidateRecord, source: number, texts: HashedTexts): void {
    const { queries, passages } = this.texts;
    const query = queries.idOf(texts, record.query);
    const idOf = (text: string) => passages.idOf(texts, text, record.titles?.get(text));
    const positive = idOf(record.positive);
    const negatives = record.negatives.map(idOf);
    this.rows.add(record, { source, index: this.nextIndex(source), query, positive, negatives });
  }

  /** Whether a batch is full. */
  get full(): boolean {
    const { queries, passages } = this.texts;
    const bytes = queries.freshBytes + passages.freshBytes + this.rows.embeddingBytes;
    return bytes >= BATCH_BYTES || this.rows.records.length >= BATCH_RECORDS;
  }

  /**
   * Writes what was taken since the last time; more may be taken while it runs.
   * @throws StoreInsertError, `StoreFullError`; the writer is then to be rolled back
   */
  async flush(): Promise<void> {
    const { rows } = this;
    const { records, negatives, copies } = rows;
    if (records.length === 0) return;
    this.rows = new RecordRows();
    this.negatives += negatives.length;
    this.copies += copies.length;
    // DuckDB runs them in this order; waiting for each answer would leave it idle in between.
    await Promise.all([
      this.insertTexts('queries', 'query', this.texts.queries),
      this.insertTexts('passages', 'passage', this.texts.passages),
      this.connection.insert('records', records.columns()),
      this.connection.insert('negatives', negatives.columns()),
      copies.length > 0 ? this.connection.insert('copies', copies.columns()) : null,
    ]);
  }

  /** @throws StoreInsertError where rows were lost; the writer is then to be rolled back */
  async commit(): Promise<void> {
    await this.checkCounts();
    await this.connection.query('COMMIT');
  }

  /** Takes back everything that was written, new texts too. */
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
    const { first, texts, titles } = ids.takeNew();
    if (titles.length === 0) return;
    const columns = [integerRange(key, first, titles.length), utf8Texts('text', texts)];
    await this.connection.insert(table, [...columns, integers('title', titles)]);
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
    for (const { table, rows } of given) checkRows(table, Number(found.getChild(table)?.get(0)), rows);
  }
}
