/** DuckDB's tables, a copy of what is loaded: search and SQL ask them. */

import { SerialQueue } from '../../serial-queue';
import type { LoadedSource } from '../outcomes';
import { Database, failedInsert, notStarted, type Connection, type DuckEngine } from './database';
import { rowsIn, type Rows } from './arrow';
import { recordRows, rejectRows, sourceRows } from './mirror-rows';
import type { Rejects } from './rejects';
import type { SourceColumns } from './source-columns';
import type { StoreTexts, TextEnds } from './texts';
import { tableStatements, type TableName } from './tables';
import { UserQueries, type QueryAsker } from './user-queries';

export interface Duck {
  /** Counts starts: a new one has no pairs and no marks until they are given again. */
  readonly start: number;
  readonly database: Database;
  readonly tables: Connection;
  /** Queries of the page, of its user and of searches in texts, each on a connection of its own. */
  readonly queries: Readonly<Record<QueryAsker | 'search', UserQueries>>;
}

export interface Mirrored {
  readonly texts: StoreTexts;
  readonly rejects: Rejects;
  /** Sources of the files that were read to their end. */
  mirroredSources(): readonly { readonly source: LoadedSource; readonly columns: SourceColumns }[];
  /** Below these stand the texts of such files. */
  mirroredEnds(): TextEnds;
}

class Copied {
  names = new Map<number, string>();
  rejects = 0;
  readonly ends = { queries: 0, passages: 0 };
}

/** Tables of distinct texts, and their columns of ids. */
const TEXTS = [
  ['queries', 'query'],
  ['passages', 'passage'],
] as const;

/**
 * Starts DuckDB where it is asked, and brings its tables up to date before every answer. Nothing is only there: where it
 * breaks off or lacks memory it is ended, whoever asked is told, and the next one who asks gets a new one.
 */
export class Mirror {
  private duck: Duck | null = null;
  private starts = 0;
  private copied = new Copied();
  private readonly queue = new SerialQueue();

  constructor(
    private readonly engine: DuckEngine,
    private readonly memoryMiB: number,
    private readonly of: Mirrored,
  ) {}

  /**
   * Does work on tables that have everything that was loaded before.
   * @throws StoreStartError, StoreBrokenError, StoreFullError, StoreInsertError
   */
  use<Value>(work: (duck: Duck) => Value | Promise<Value>): Promise<Value> {
    return this.queue.run(async () => work(await this.upToDate()));
  }

  /** Ends the query of an asker that is being answered. */
  cancelQuery(asker: QueryAsker): Promise<void> {
    // In its turn: the query may have been asked before and not begun.
    return this.queue.run(async () => this.duck?.queries[asker].cancel());
  }

  /** Ends DuckDB's worker, once what was asked for is done. */
  close(): Promise<void> {
    return this.queue.run(async () => this.end());
  }

  private async upToDate(): Promise<Duck> {
    if (this.duck?.database.isBroken === true) this.end();
    try {
      this.duck ??= await this.open();
      await this.copy(this.duck.tables);
      return this.duck;
    } catch (error) {
      this.end();
      throw error;
    }
  }

  /** Starts DuckDB, makes the tables and locks it. @throws StoreStartError */
  private async open(): Promise<Duck> {
    this.starts += 1;
    const start = this.starts;
    const database = await Database.start(this.engine);
    try {
      const tables = await database.connect();
      for (const statement of tableStatements(this.memoryMiB)) await tables.query(statement);
      const queries = {
        page: await UserQueries.open(database),
        console: await UserQueries.open(database),
        search: await UserQueries.open(database),
      };
      return { start, database, tables, queries };
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

  private async copy(tables: Connection): Promise<void> {
    const { copied, of } = this;
    const all = of.mirroredSources();
    const ends = of.mirroredEnds();
    const names = new Map(all.map(({ source }) => [source.id, source.name]));
    const isGone = [...copied.names.keys()].some((id) => !names.has(id));
    if (copied.rejects !== of.rejects.changes) {
      copied.rejects = of.rejects.changes;
      await replaceRows(tables, 'rejects', rejectRows(of.rejects.all()));
    }
    if (!isGone && all.every(({ source }) => copied.names.get(source.id) === source.name)) return;

    await replaceRows(tables, 'sources', [sourceRows(all.map(({ source }) => source))]);
    for (const table of isGone ? ['records', 'negatives', 'pairs', 'marks'] : [])
      await dropStrangers(tables, table);
    for (const { source, columns } of all) {
      if (copied.names.has(source.id)) continue;
      for (const { records, negatives } of recordRows(columns, of.texts.names))
        await Promise.all([tables.insert('records', records), tables.insert('negatives', negatives)]);
    }
    if (isGone) await dropOrphans(tables);
    const given = { queries: 0, passages: 0 };
    for (const [table, id] of TEXTS) {
      // Texts may be forgotten while they are copied: those that were given count, not those that are kept.
      given[table] = await tables.count(table);
      for (const { ids, texts } of of.texts[table].parts(copied.ends[table], ends[table])) {
        await tables.insert(table, { [id]: ids, text: texts });
        given[table] += ids.length;
      }
      copied.ends[table] = ends[table];
    }
    const sum = (count: (columns: SourceColumns) => number) =>
      all.reduce((total, { columns }) => total + count(columns), 0);
    await checkRows(tables, {
      records: sum(({ queries }) => queries.length),
      negatives: sum(({ negatives }) => negatives.length),
      ...given,
    });
    copied.names = names;
  }
}

/** @throws StoreInsertError where a table has not the rows it was given: DuckDB may keep part of an insert without an error */
async function checkRows(tables: Connection, given: Partial<Record<TableName, number>>): Promise<void> {
  for (const [table, rows] of Object.entries(given)) {
    const held = await tables.count(table);
    if (held === rows) continue;
    throw failedInsert(table, `it holds ${held} rows where ${rows} were given`);
  }
}

/**
 * Puts rows into the place of those of a table: all of them, or none.
 * @throws StoreInsertError, StoreFullError
 */
export function replaceRows(tables: Connection, table: TableName, parts: Iterable<Rows>): Promise<void> {
  return tables.inTransaction(async () => {
    await tables.query(`DELETE FROM ${table}`);
    let rows = 0;
    for (const part of parts) {
      await tables.insert(table, part);
      rows += rowsIn(part);
    }
    await checkRows(tables, { [table]: rows });
  });
}

/** Drops rows of sources that are not loaded (any more). */
export async function dropStrangers(tables: Connection, table: string): Promise<void> {
  await tables.query(`DELETE FROM ${table} WHERE source NOT IN (SELECT source FROM sources)`);
}

/** Drops texts that no record has. */
async function dropOrphans(tables: Connection): Promise<void> {
  await tables.query('DELETE FROM queries WHERE query NOT IN (SELECT query FROM records)');
  await tables.query(
    'DELETE FROM passages WHERE passage NOT IN (SELECT positive FROM records UNION ALL SELECT passage FROM negatives)',
  );
  // DuckDB keeps deleted rows until then.
  await tables.query('CHECKPOINT');
}
