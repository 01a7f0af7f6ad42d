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

    await this.addTexts('queries', 'query', queries);
    await this.addTexts('passages', 'passage', passages);
    await this.connection.insert('records', recordColumns);
    await this.connection.insert('negatives', negativeColumns);
    if (copies.length > 0) {
      await this.connection.insert('copies', [
        integers('source', copies, ({ source }) => source),
        integers('record', copies, ({ record }) => record),
        integers('position', copies, ({ position }) => position),
        integers('place', copies, ({ place }) => place),
        integers('idx', copies, ({ index }) => index),
      ]);
    }
    const ofFile = `source IN (${[...this.records.keys()].join()})`;
    const total = [...this.records.values()].reduce((sum, count) => sum + count, 0);
    await this.check('records', total, ofFile);
    await this.check('negatives', this.negatives, ofFile);
    if (copies.length > 0) await this.check('copies', this.copies, ofFile);
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

  private async addTexts(table: string, key: string, ids: TextIds): Promise<void> {
    const { first, texts } = ids.takeNew();
    const count = texts.offsets.length - 1;
    if (count > 0) {
      await this.connection.insert(table, [integerRange(key, first, count), utf8Texts('text', texts)]);
    }
    await this.check(table, ids.size);
  }

  private async check(table: string, expected: number, condition?: string): Promise<void> {
    const found = await this.connection.count(table, condition);
    if (found !== expected)
      throw new StoreInsertError(table, `it holds ${found} rows where ${expected} were given`);
  }
}
