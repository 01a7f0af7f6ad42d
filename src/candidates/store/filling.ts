/** DuckDB, started when it is first needed, and what waits to be written to it. */

import { SerialQueue } from '../../serial-queue';
import type { QueryAsker } from '../api';
import { CandidatesError, isError } from '../errors';
import { Database, type Connection, type DuckEngine } from './database';
import { RemovalTable } from './removals';
import { createTables } from './tables';
import { UserQueries } from './user-queries';

/** DuckDB with its tables. */
export interface Duck {
  readonly database: Database;
  /** Carries the transaction of the file that is being written. */
  readonly writes: Connection;
  /** Reads, and rejects: they stay when a file is refused. */
  readonly reads: Connection;
  readonly removals: RemovalTable;
  /** Queries of the page, of its user and of searches in texts, each on a connection of its own. */
  readonly queries: Readonly<Record<QueryAsker | 'search', UserQueries>>;
}

export class Filling {
  /** Null before a start, and after one that failed. */
  private starting: Promise<Duck> | null = null;
  private open: (duck: Duck) => void = () => undefined;
  private readonly opened = new Promise<Duck>((resolve) => (this.open = resolve));
  private readonly queue = new SerialQueue();
  /** Bytes of the rows that wait to be written. */
  waiting = 0;
  /** The first failure of a write for which nobody waited. */
  private failure: Error | null = null;

  constructor(
    private readonly engine: DuckEngine,
    private readonly memoryMiB: number,
  ) {}

  get isStarted(): boolean {
    return this.starting !== null;
  }

  /** Starts DuckDB, for which nobody waits yet. */
  begin(): void {
    // Whoever waits for it is told why it did not start.
    this.start().catch(() => undefined);
  }

  /** Waits for DuckDB's start. @throws StoreStartError */
  async started(): Promise<void> {
    await this.start();
  }

  /** DuckDB with everything that was written before. @throws StoreStartError, StoreBrokenError */
  async ready(): Promise<Duck> {
    const duck = await this.start();
    await this.queue.run(() => Promise.resolve());
    if (this.failure) throw this.failure;
    return duck;
  }

  /**
   * Does work on DuckDB in its turn.
   * @param waits false: returns at once, DuckDB need not have started, and a failure breaks the store
   * @param bytes of the rows that it writes
   */
  async write(waits: boolean, work: (duck: Duck) => Promise<unknown>, bytes = 0): Promise<void> {
    this.waiting += bytes;
    const done = this.queue.run(async () => work(await this.opened)).finally(() => (this.waiting -= bytes));
    done.catch((error: unknown) => {
      if (!waits) this.failure ??= broken(error);
    });
    if (!waits) return;
    await this.start();
    await done;
    if (this.failure) throw this.failure;
  }

  /** Ends DuckDB's worker, once what was given is written. */
  async close(): Promise<void> {
    const duck = await this.starting?.catch(() => null);
    if (!duck) return;
    await this.queue.run(() => Promise.resolve());
    await duck.database.close();
  }

  private start(): Promise<Duck> {
    this.starting ??= openDuck(this.engine, this.memoryMiB).then(
      (duck) => {
        this.open(duck);
        return duck;
      },
      (error: unknown) => {
        this.starting = null;
        throw error;
      },
    );
    return this.starting;
  }
}

/** Starts DuckDB, makes the tables and locks it. @throws StoreStartError */
async function openDuck(engine: DuckEngine, memoryMiB: number): Promise<Duck> {
  const database = await Database.start(engine);
  try {
    const writes = await database.connect();
    await createTables(writes, memoryMiB);
    const reads = await database.connect();
    const queries = {
      page: await UserQueries.open(await database.connect()),
      console: await UserQueries.open(await database.connect()),
      search: await UserQueries.open(await database.connect()),
    };
    return { database, writes, reads, removals: new RemovalTable(reads), queries };
  } catch (error) {
    await database.close();
    throw new CandidatesError('StoreStartError', { reason: reasonOf(error) }, { cause: error });
  }
}

function broken(error: unknown): Error {
  if (isError(error, 'StoreBrokenError')) return error;
  return new CandidatesError('StoreBrokenError', { reason: reasonOf(error) }, { cause: error });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
