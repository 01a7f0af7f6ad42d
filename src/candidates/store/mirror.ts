/** DuckDB's tables, a copy of what is loaded: search and SQL ask them. */

import { SerialQueue } from '../../serial-queue';
import type { LoadedSource } from '../outcomes';
import { Database, failedInsert, notStarted, type Connection, type DuckEngine } from './database';
import { integers, utf8, type Rows } from './arrow';
import { recordRows, rejectRows, sourceRows } from './mirror-rows';
import type { Rejects } from './rejects';
import type { SourceColumns } from './source-columns';
import type { StoreTexts, TextEnds } from './texts';
import { tableStatements, type TableName } from './tables';
import type { QueryAsker } from './user-queries';

export interface Duck {
  /** Counts starts: a new one has no pairs and no marks until they are given again. */
  readonly start: number;
  readonly database: Database;
  readonly tables: Connection;
}

export interface MirroredSource {
  readonly source: LoadedSource;
  readonly columns: SourceColumns;
}

export interface Mirrored {
  readonly texts: StoreTexts;
  readonly rejects: Rejects;
  /** Sources of the files that were read to their end. */
  readonly sources: ReadonlyMap<number, MirroredSource>;
  /** Below these stand the texts of such files. */
  readonly completeEnds: TextEnds;
}

/** What the tables have. */
class Copied {
  names = new Map<number, string>();
  rejects = 0;
  readonly ends = { queries: 0, passages: 0 };
  readonly rows: Partial<Record<TableName, number>> = {};
}

/** Tables of distinct texts, and their columns of ids. */
const TEXTS = [
  ['queries', 'query'],
  ['passages', 'passage'],
] as const;

/** Rows of sources that are not loaded (any more). */
const OF_NONE = 'source NOT IN (SELECT source FROM sources)';

/**
 * Starts DuckDB where it is asked, and brings its tables up to date before every answer. Nothing is only there: where it breaks
 * off or lacks memory it is ended, and the next one who asks gets a new one.
 */
export class Mirror {
  private duck: Duck | null = null;
  private starts = 0;
  private copied = new Copied();
  private readonly queue = new SerialQueue();
  /** What each asker asked last, answered or not. */
  private readonly asked: Partial<Record<QueryAsker | 'search', AbortController>> = {};
  /** Questions that are being answered. */
  private answering = 0;

  constructor(
    private readonly engine: DuckEngine,
    private readonly memoryMiB: number,
    private readonly of: Mirrored,
  ) {}

  /**
   * DuckDB with everything that was loaded.
   * @throws StoreStartError, StoreBrokenError, StoreFullError, StoreInsertError
   */
  ready(): Promise<Duck> {
    return this.use((duck) => Promise.resolve(duck));
  }

  /** Fills a table anew, without rows of removed sources. @throws as {@link ready} */
  fill(table: 'pairs' | 'marks', parts: readonly Rows[]): Promise<void> {
    return this.use(async ({ tables }) => {
      await this.replace(tables, table, parts);
      await tables.query(`DELETE FROM ${table} WHERE ${OF_NONE}`);
    });
  }

  /**
   * Asks on a connection of its own, in the place of what the asker asked before.
   * @throws QueryCancelledError, and as {@link ready}
   */
  async ask<Value>(
    asker: QueryAsker | 'search',
    question: (connection: Connection, signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    this.cancel(asker);
    const { signal } = (this.asked[asker] = new AbortController());
    const { database } = await this.ready();
    this.answering += 1;
    try {
      const connection = await database.connect();
      return await question(connection, signal).finally(() => connection.close());
    } finally {
      this.answering -= 1;
    }
  }

  /** Ends what an asker asked last, begun or not. */
  cancel(asker: QueryAsker | 'search'): void {
    this.asked[asker]?.abort();
  }

  /** Ends DuckDB's worker, once what was asked for is done. */
  close(): Promise<void> {
    return this.queue.run(async () => this.end());
  }

  private use<Value>(work: (duck: Duck) => Promise<Value>): Promise<Value> {
    return this.queue.run(async () => {
      if (this.duck?.database.isBroken === true) this.end();
      try {
        this.duck ??= await this.open();
        await this.copy(this.duck);
        return await work(this.duck);
      } catch (error) {
        this.end();
        throw error;
      }
    });
  }

  /** Starts DuckDB, makes the tables and locks it. @throws StoreStartError */
  private async open(): Promise<Duck> {
    this.starts += 1;
    const start = this.starts;
    const database = await Database.start(this.engine);
    try {
      const tables = await database.connect();
      for (const statement of tableStatements(this.memoryMiB)) await tables.query(statement);
      return { start, database, tables };
    } catch (error) {
      database.close();
      throw notStarted(error);
    }
  }

  private end(): void {
    this.duck?.database.close();
    this.duck = null;
    this.copied = new Copied();
  }

  private async copy({ tables }: Duck): Promise<void> {
    const { copied, of } = this;
    const all = [...of.sources.values()];
    const ends = of.completeEnds;
    if (copied.rejects !== of.rejects.changes) {
      copied.rejects = of.rejects.changes;
      await this.replace(tables, 'rejects', rejectRows(of.rejects.all()));
    }
    const isGone = [...copied.names.keys()].some((id) => !of.sources.has(id));
    if (!isGone && all.every(({ source }) => copied.names.get(source.id) === source.name)) return;

    await this.replace(tables, 'sources', [sourceRows(all.map(({ source }) => source))]);
    for (const { source, columns } of all) {
      if (copied.names.has(source.id)) continue;
      for (const { records, negatives } of recordRows(columns, of.texts.names))
        await Promise.all([this.add(tables, 'records', records), this.add(tables, 'negatives', negatives)]);
    }
    if (isGone) await this.drop(tables);
    for (const [table, id] of TEXTS) {
      for (const part of of.texts[table].parts(copied.ends[table], ends[table]))
        await this.add(tables, table, { [id]: integers(part.ids), text: utf8(part.texts) });
      copied.ends[table] = ends[table];
    }
    await this.check(tables, 'records', 'negatives', 'queries', 'passages');
    copied.names = new Map(all.map(({ source }) => [source.id, source.name]));
  }

  /** Drops the rows of removed sources, and texts that no record has; whoever is being answered still sees them. */
  private async drop(tables: Connection): Promise<void> {
    for (const table of ['records', 'negatives', 'pairs', 'marks'])
      await tables.query(`DELETE FROM ${table} WHERE ${OF_NONE}`);
    await tables.query('DELETE FROM queries WHERE query NOT IN (SELECT query FROM records)');
    await tables.query(
      'DELETE FROM passages WHERE passage NOT IN (SELECT positive FROM records UNION ALL SELECT passage FROM negatives)',
    );
    // DuckDB keeps deleted rows until then. Where a query reads a table it would wait for its end for ever: the next removal does it.
    if (this.answering === 0) await tables.query('CHECKPOINT');
    for (const table of ['records', 'negatives', 'queries', 'passages'] as const)
      this.copied.rows[table] = await tables.count(table);
  }

  private async replace(tables: Connection, table: TableName, parts: Iterable<Rows>): Promise<void> {
    await tables.query(`DELETE FROM ${table}`);
    this.copied.rows[table] = 0;
    for (const part of parts) await this.add(tables, table, part);
    await this.check(tables, table);
  }

  private async add(tables: Connection, table: TableName, rows: Rows): Promise<void> {
    const { rows: given } = this.copied;
    given[table] = (given[table] ?? 0) + (await tables.insert(table, rows));
  }

  /** @throws StoreInsertError where a table has not the rows it was given: DuckDB may keep part of an insert without an error */
  private async check(tables: Connection, ...names: readonly TableName[]): Promise<void> {
    for (const table of names) {
      const [held, given = 0] = [await tables.count(table), this.copied.rows[table]];
      if (held !== given) throw failedInsert(table, `it holds ${held} rows where ${given} were given`);
    }
  }
}
