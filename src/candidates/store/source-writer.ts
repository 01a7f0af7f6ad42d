/** Writes records to the store's columns and tables. */

import type { Int32 } from 'apache-arrow';

import { integerRange, utf8Texts } from './arrow';
import type { Connection } from './database';
import { CandidatesError } from '../errors';
import type { Duck, Filling } from './filling';
import { RecordRows } from './record-rows';
import type { HashedTexts } from './hashed-texts';
import { SourceColumns, type FilledColumns } from './source-columns';
import type { StoreTexts } from './store-texts';
import type { TextHash } from './text-hash';
import type { NewTexts } from './text-ids';
import type { CandidateRecord } from '../candidate-record';

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
 * because DuckDB may lose part of an insert without an error. While texts are held, nothing here waits for DuckDB.
 */
export class SourceWriter {
  private readonly firstQuery: number;
  private readonly firstPassage: number;
  /** The records of each source. */
  private readonly columns = new Map<number, SourceColumns>();
  private readonly filled = new Map<number, FilledColumns>();
  private negatives = 0;
  private copies = 0;
  /** What was taken and not yet written. */
  private rows = new RecordRows();

  private constructor(
    private readonly filling: Filling,
    private readonly texts: StoreTexts,
    private readonly hash: TextHash,
  ) {
    this.firstQuery = texts.queries.next;
    this.firstPassage = texts.passages.next;
  }

  static async begin(filling: Filling, texts: StoreTexts, hash: TextHash): Promise<SourceWriter> {
    await filling.write(!texts.isHeld, ({ writes }) => writes.query('BEGIN TRANSACTION'));
    return new SourceWriter(filling, texts, hash);
  }

  /**
   * Takes a record for the next `flush`. Only its rows are held; texts are kept as UTF-8 outside the JavaScript heap.
   * @param source key of the source to which it goes
   * @param texts of its batch
   */
  take(record: CandidateRecord, source: number, texts: HashedTexts): void {
    const { queries, passages } = this.texts;
    const query = queries.idOf(texts, record.query);
    const idOf = (text: string) => passages.idOf(texts, text);
    const positive = idOf(record.positive);
    const negatives = record.negatives.map(idOf);
    const columns = this.growing(source);
    const keys = { source, index: columns.length, query, positive, negatives };
    columns.add(record, keys);
    this.rows.add(record, keys);
  }

  /** Whether a batch is full. */
  get full(): boolean {
    const { queries, passages } = this.texts;
    const bytes = queries.freshBytes + passages.freshBytes + this.rows.embeddingBytes;
    return bytes >= BATCH_BYTES || this.rows.records.length >= BATCH_RECORDS;
  }

  /**
   * Writes what was taken since the last time; more may be taken while it runs.
   * @throws StoreInsertError, `StoreFullError`, StoreStartError; the writer is then to be rolled back
   */
  async flush(): Promise<void> {
    const { rows } = this;
    const { records, negatives, copies } = rows;
    if (records.length === 0) return;
    this.rows = new RecordRows();
    this.negatives += negatives.length;
    this.copies += copies.length;
    const { filling, texts } = this;
    const { queries, passages } = texts.takeNew();
    if (texts.isHeld && !texts.hasRoom(filling.waiting + rows.bytes)) {
      await filling.started();
      texts.release();
    }
    const write = ({ writes }: Duck) =>
      // DuckDB runs them in this order; waiting for each answer would leave it idle in between.
      Promise.all([
        insertTexts(writes, 'queries', 'query', queries),
        insertTexts(writes, 'passages', 'passage', passages),
        writes.insert('records', records.columns()),
        writes.insert('negatives', negatives.columns()),
        copies.length > 0 ? writes.insert('copies', copies.columns()) : null,
      ]);
    await filling.write(!texts.isHeld, write, rows.bytes);
  }

  /** The records of a source, of which no more come. */
  columnsOf(source: number): FilledColumns {
    const known = this.filled.get(source);
    if (known) return known;
    const filled = this.growing(source).filled(source);
    this.filled.set(source, filled);
    return filled;
  }

  /**
   * @param finish the last statements of the transaction
   * @throws StoreInsertError where rows were lost; the writer is then to be rolled back
   */
  async commit(finish: (writes: Connection) => Promise<unknown>): Promise<void> {
    const given = this.rowsGiven();
    await this.filling.write(!this.texts.isHeld, async ({ writes }) => {
      await finish(writes);
      await checkCounts(writes, given);
      await writes.query('COMMIT');
    });
  }

  /** Takes back everything that was written, new texts too. */
  async rollback(): Promise<void> {
    const waits = !this.texts.isHeld;
    this.texts.forgetFrom(this.firstQuery, this.firstPassage);
    await this.filling.write(waits, ({ writes }) => writes.query('ROLLBACK'));
  }

  private growing(source: number): SourceColumns {
    const known = this.columns.get(source);
    if (known) return known;
    const columns = new SourceColumns(this.hash);
    this.columns.set(source, columns);
    return columns;
  }

  /** Rows that the tables have once everything given is written. */
  private rowsGiven() {
    const ofFile = `source IN (${[...this.columns.keys()].join()})`;
    const records = [...this.columns.values()].reduce((sum, { length }) => sum + length, 0);
    return [
      { table: 'queries', rows: this.texts.queries.size, condition: 'true' },
      { table: 'passages', rows: this.texts.passages.size, condition: 'true' },
      { table: 'records', rows: records, condition: ofFile },
      { table: 'negatives', rows: this.negatives, condition: ofFile },
      { table: 'copies', rows: this.copies, condition: ofFile },
    ];
  }
}

async function insertTexts(
  writes: Connection,
  table: string,
  key: string,
  { first, count, texts }: NewTexts,
): Promise<void> {
  if (count === 0) return;
  await writes.insert(table, [integerRange(key, first, count), utf8Texts('text', texts)]);
}

/** @throws StoreInsertError where a table holds another number of rows than it was given */
async function checkCounts(
  writes: Connection,
  given: readonly { readonly table: string; readonly rows: number; readonly condition: string }[],
): Promise<void> {
  const counts = given.map(
    ({ table, condition }) => `(SELECT count(*)::INTEGER FROM ${table} WHERE ${condition}) AS ${table}`,
  );
  const found = await writes.query<Record<string, Int32>>(`SELECT ${counts.join()}`);
  for (const { table, rows } of given) checkRows(table, Number(found.getChild(table)?.get(0)), rows);
}
