/** DuckDB's tables, a copy of what is loaded: search and SQL ask them. */

import { SerialQueue } from '../../serial-queue';
import { CandidatesError } from '../errors';
import type { LoadedSource } from '../outcomes';
import { Database, type Connection, type DuckEngine } from './database';
import {
  checkRows,
  copyRejects,
  copySource,
  copyTexts,
  dropOrphans,
  dropSources,
  listSources,
  TEXT_TABLES,
  type RowCounts,
} from './mirror-tables';
import type { Rejects } from './rejects';
import type { SourceColumns } from './source-columns';
import type { StoreTexts, TextEnds } from './texts';
import { createTables } from './tables';
import { UserQueries, type QueryAsker } from './user-queries';

/** DuckDB with its tables. */
export interface Duck {
  /** Counts starts: a new one has no pairs and no marks until they are given again. */
  readonly start: number;
  readonly database: Database;
  readonly tables: Connection;
  /** Queries of the page, of its user and of searches in texts, each on a connection of its own. */
  readonly queries: Readonly<Record<QueryAsker | 'search', UserQueries>>;
}

/** What the tables are a copy of. */
export interface Mirrored {
  readonly texts: StoreTexts;
  readonly rejects: Rejects;
  /** Sources of the files that were read to their end. */
  mirroredSources(): readonly { readonly source: LoadedSource; readonly columns: SourceColumns }[];
  /** Below these stand the texts of such files. */
  mirroredEnds(): TextEnds;
}

/** What the tables hold. */
class Copied {
  /** Names of sources by their keys. */
  names = new Map<number, string>();
  /** Numbers of rejects by the keys of their files. */
  readonly rejects = new Map<number, number>();
  readonly ends = { queries: 0, passages: 0 };
}

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
      await createTables(tables, this.memoryMiB);
      const queries = {
        page: await UserQueries.open(database),
        console: await UserQueries.open(database),
        search: await UserQueries.open(database),
      };
      return { start, database, tables, queries };
    } catch (error) {
      database.close();
      const reason = error instanceof Error ? error.message : String(error);
      throw new CandidatesError('StoreStartError', { reason }, { cause: error });
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
    const gone = [...copied.names.keys()].filter((id) => !names.has(id));
    const fresh = all.filter(({ source }) => !copied.names.has(source.id));

    if (gone.length > 0) await dropSources(tables, gone);
    for (const { source, columns } of fresh) await copySource(tables, source, columns, of.texts.names);
    if (gone.length > 0) await dropOrphans(tables);
    for (const kind of TEXT_TABLES) {
      await copyTexts(tables, kind, of.texts[kind].parts(copied.ends[kind], ends[kind]));
      copied.ends[kind] = ends[kind];
    }
    if (gone.length > 0 || all.some(({ source }) => copied.names.get(source.id) !== source.name)) {
      await listSources(
        tables,
        all.map(({ source }) => source),
      );
      await checkRows(tables, rowsOf(all));
    }
    copied.names = names;
    for (const file of new Set([...copied.rejects.keys(), ...of.rejects.keys()])) {
      const count = of.rejects.countOf(file);
      if (copied.rejects.get(file) === count) continue;
      await copyRejects(tables, file, of.rejects.of(file));
      copied.rejects.set(file, count);
    }
  }
}

/** Rows that the tables have of these sources. */
function rowsOf(sources: ReturnType<Mirrored['mirroredSources']>): RowCounts {
  const sum = (count: (columns: SourceColumns) => number) =>
    sources.reduce((total, { columns }) => total + count(columns), 0);
  return {
    sources: sources.length,
    records: sum(({ queries }) => queries.length),
    negatives: sum(({ negatives }) => negatives.length),
  };
}
