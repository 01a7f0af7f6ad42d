import { doubleLists, integerRange, integers, texts, utf8Texts } from './arrow';
import type { Connection } from './database';
import { StoreInsertError } from '../errors';
import type { TextIds } from './text-ids';
import type { CandidateRecord } from '../types';

/** Distinct texts of all sources. */
export interface StoreTexts {
  readonly queries: TextIds;
  readonly passages: TextIds;
}

/**
 * Writes one file's records in one transaction: either all of them stay or none. Row counts are compared with what
 * was given after every batch, because DuckDB may keep part of an insert that fails.
 */
export class SourceWriter {
  readonly #firstQuery: number;
  readonly #firstPassage: number;
  #records = 0;
  #negatives = 0;

  private constructor(
    readonly source: number,
    private readonly connection: Connection,
    private readonly texts: StoreTexts,
  ) {
    this.#firstQuery = texts.queries.next;
    this.#firstPassage = texts.passages.next;
  }

  static async begin(source: number, connection: Connection, storeTexts: StoreTexts): Promise<SourceWriter> {
    await connection.query('BEGIN TRANSACTION');
    return new SourceWriter(source, connection, storeTexts);
  }

  /** Errors: `StoreInsertError`; the writer is then to be rolled back. */
  async add(records: readonly CandidateRecord[]): Promise<void> {
    if (records.length === 0) return;
    const first = this.#records;
    const { queries, passages } = this.texts;
    const rows = records.flatMap(({ negatives, embeddings }, index) =>
      negatives.map((text, position) => ({
        record: first + index,
        position,
        text,
        embedding: embeddings?.negatives[position] ?? null,
      })),
    );
    const recordColumns = [
      integers('source', records, () => this.source),
      integers('record', records, (_, index) => first + index),
      integers('place', records, ({ place }) => place),
      texts('query_id', records, ({ queryId }) => queryId),
      integers('query', records, ({ query }) => queries.idOf(query)),
      integers('positive', records, ({ positive }) => passages.idOf(positive)),
      doubleLists('query_embedding', records, ({ embeddings }) => embeddings?.query ?? null),
      doubleLists('positive_embedding', records, ({ embeddings }) => embeddings?.positive ?? null),
    ];
    const negativeColumns = [
      integers('source', rows, () => this.source),
      integers('record', rows, ({ record }) => record),
      integers('position', rows, ({ position }) => position),
      integers('passage', rows, ({ text }) => passages.idOf(text)),
      doubleLists('embedding', rows, ({ embedding }) => embedding),
    ];
    this.#records += records.length;
    this.#negatives += rows.length;

    await this.#addTexts('queries', 'query', queries);
    await this.#addTexts('passages', 'passage', passages);
    await this.connection.insert('records', recordColumns);
    await this.connection.insert('negatives', negativeColumns);
    await this.#check('records', this.#records, `source = ${this.source}`);
    await this.#check('negatives', this.#negatives, `source = ${this.source}`);
  }

  async commit(): Promise<void> {
    await this.connection.query('COMMIT');
  }

  /** Takes back all that was written; texts that came with this file are forgotten. */
  async rollback(): Promise<void> {
    this.texts.queries.forgetFrom(this.#firstQuery);
    this.texts.passages.forgetFrom(this.#firstPassage);
    await this.connection.query('ROLLBACK');
  }

  async #addTexts(table: string, key: string, ids: TextIds): Promise<void> {
    const { first, texts } = ids.takeNew();
    const count = texts.offsets.length - 1;
    if (count > 0) {
      await this.connection.insert(table, [integerRange(key, first, count), utf8Texts('text', texts)]);
    }
    await this.#check(table, ids.size);
  }

  async #check(table: string, expected: number, condition?: string): Promise<void> {
    const found = await this.connection.count(table, condition);
    if (found !== expected)
      throw new StoreInsertError(table, `it holds ${found} rows where ${expected} were given`);
  }
}
