/** DuckDB in its own worker, and connections to it whose errors have names. */

import { AsyncDuckDB, VoidLogger, type AsyncDuckDBConnection } from '@duckdb/duckdb-wasm';
import { tableFromIPC, type DataType, type Table } from 'apache-arrow';

import { rowsIn, toIpc, type Rows } from './arrow';
import type { TableName } from './tables';
import { cancelledQuery, CandidatesError } from '../errors';
import { joined } from '../joined';

/** Where DuckDB's worker and module come from: the browser's build in `duckdb.ts`, Node's in tests. */
export interface DuckEngine {
  readonly wasmUrl: string;
  createWorker(): Worker;
}

const START_TIMEOUT_MS = 60_000;

type Columns = Record<string, DataType>;

/**
 * DuckDB in its own worker. `AsyncDuckDB` never answers when its worker dies or its module cannot be fetched; here the
 * start has a time limit, and an error of the worker rejects every open request.
 */
export class Database {
  private readonly waiting = new Set<(reason: Error) => void>();
  private stopped: Error | null = null;

  private constructor(
    private readonly duck: AsyncDuckDB,
    private readonly worker: Worker,
  ) {
    worker.addEventListener('error', (event) => this.stop(event.message || 'its worker could not be loaded'));
  }

  /** Whether its worker has ended. */
  get isBroken(): boolean {
    return this.stopped !== null;
  }

  /** @throws StoreStartError, after 60 seconds at the latest */
  static async start(engine: DuckEngine, timeoutMs = START_TIMEOUT_MS): Promise<Database> {
    let database: Database | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      await checkReachable(engine.wasmUrl);
      const worker = engine.createWorker();
      const duck = new AsyncDuckDB(new VoidLogger(), worker);
      database = new Database(duck, worker);
      const timeout = new Promise<never>((_, reject) => {
        const late = (): void => reject(new Error(`no answer within ${timeoutMs / 1000} seconds`));
        timer = setTimeout(late, timeoutMs);
      });
      const opened = duck.instantiate(engine.wasmUrl).then(() => duck.open({ path: ':memory:' }));
      await database.guard(Promise.race([opened, timeout]));
      return database;
    } catch (error) {
      database?.close();
      throw notStarted(error);
    } finally {
      clearTimeout(timer);
    }
  }

  async connect(): Promise<Connection> {
    return new Connection(this, await this.guard(this.duck.connect()));
  }

  /** Ends the worker: only this frees its memory. (`AsyncDuckDB.terminate` would let a query under way poll for ever.) */
  close(): void {
    this.stop('it was ended');
    this.worker.terminate();
  }

  /** Rejects whatever waits, since nothing will be answered any more. */
  private stop(reason: string): void {
    this.stopped ??= new CandidatesError(
      'StoreBrokenError',
      `The table store (DuckDB) broke off: ${reason}. Ask again: it starts anew with all your files.`,
      { cause: reason },
    );
    for (const reject of this.waiting) reject(this.stopped);
  }

  /** The promise, or the worker's error where that comes first. */
  guard<Value>(promise: Promise<Value>): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      if (this.stopped !== null) reject(this.stopped);
      else this.waiting.add(reject);
      // A worker that threw may still answer: what it says then is heard by nobody, and must not be an unhandled rejection.
      promise.then(resolve, reject).finally(() => this.waiting.delete(reject));
    });
  }
}

/** One connection; a transaction belongs to it. */
export class Connection {
  constructor(
    private readonly database: Database,
    private readonly duck: AsyncDuckDBConnection,
  ) {}

  /**
   * Runs a statement in steps, so that a signal can end it and other connections get their turn. Holds the whole answer.
   * @throws StoreFullError, as every method below, and QueryCancelledError
   */
  async query<Types extends Columns>(sql: string, signal?: AbortSignal): Promise<Table<Types>> {
    const isEnded = () => signal?.aborted ?? false;
    if (isEnded()) throw cancelledQuery();
    const cancel = () => void this.database.guard(this.duck.cancelSent()).catch(() => undefined);
    signal?.addEventListener('abort', cancel);
    try {
      return await this.ask(() =>
        this.duck.useUnsafe(async (duck, connection) => {
          let part = await duck.startPendingQuery(connection, sql, false);
          while (part === null) part = await duck.pollPendingQuery(connection);
          const parts = [part];
          while (part === null || part.length > 0) {
            part = await duck.fetchQueryResults(connection);
            if (part !== null) parts.push(part);
          }
          return tableFromIPC<Types>(joined(Uint8Array, [...parts, END_OF_STREAM]));
        }),
      );
    } catch (error) {
      throw isEnded() ? cancelledQuery() : error;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /**
   * Appends rows to a table; returns how many. An insert that fails may have kept some of them.
   * @throws StoreInsertError
   */
  async insert(table: TableName, rows: Rows): Promise<number> {
    const count = rowsIn(rows);
    if (count === 0) return 0;
    try {
      await this.ask(() => this.duck.insertArrowFromIPCStream(toIpc(rows), { name: table, create: false }));
      return count;
    } catch (error) {
      if (error instanceof CandidatesError) throw error;
      throw failedInsert(table, reasonOf(error), error);
    }
  }

  /** DuckDB's error for a statement, without running it; null if there is none. */
  async faultOf(sql: string): Promise<string | null> {
    try {
      const statement = await this.database.guard(this.duck.prepare(sql));
      await this.database.guard(statement.close());
      return null;
    } catch (error) {
      if (error instanceof CandidatesError) throw error;
      return reasonOf(error);
    }
  }

  /** Ends its transaction. */
  close(): Promise<void> {
    return this.database.guard(this.duck.close());
  }

  async count(table: string): Promise<number> {
    const result = await this.query(`SELECT count(*)::INTEGER AS n FROM ${table}`);
    return Number(result.getChild('n')?.get(0));
  }

  private async ask<Value>(question: () => Promise<Value>): Promise<Value> {
    try {
      return await this.database.guard(question());
    } catch (error) {
      if (error instanceof CandidatesError) throw error;
      const reason = reasonOf(error);
      if (OUT_OF_MEMORY.test(reason)) {
        const found = 'The table store has no memory left.';
        const advice = 'Remove a source, load smaller files, or ask for less at once.';
        throw new CandidatesError('StoreFullError', `${found} ${advice}`, { cause: error });
      }
      throw new Error(reason, { cause: error });
    }
  }
}

/** DuckDB did not start. */
export function notStarted(cause: unknown): CandidatesError {
  const reason =
    cause instanceof CandidatesError && typeof cause.cause === 'string' ? cause.cause : reasonOf(cause);
  const isOfMemory = /allocation failed|out of memory|bad_alloc/i.test(reason);
  return new CandidatesError(
    'StoreStartError',
    `The table store (DuckDB) did not start: ${isOfMemory ? 'the browser did not give it the memory that it needs' : reason}. ` +
      'Reload the page. If that does not help, check that the server serves its worker and its .wasm file beside the page.',
    { cause },
  );
}

/** DuckDB refused a statement or kept another number of rows than it was given: its tables are filled anew for the next question. */
export function failedInsert(table: string, reason: string, cause?: unknown): CandidatesError {
  return new CandidatesError(
    'StoreInsertError',
    `The table store (DuckDB) failed at the table "${table}": ${reason}. Ask again: it starts anew with all your files. ` +
      'If it fails again, remove a source.',
    { cause },
  );
}

/** What ends an Arrow IPC stream. */
const END_OF_STREAM = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0);

/**
 * Notices a missing module at once: DuckDB itself would wait for it for ever.
 * @throws Error where an address answers with something else
 */
async function checkReachable(wasmUrl: string): Promise<void> {
  if (!/^https?:/.test(wasmUrl)) return;
  const answer = await fetch(wasmUrl, { method: 'HEAD' });
  const type = answer.headers.get('content-type') ?? '';
  if (!answer.ok || type.startsWith('text/html')) {
    throw new Error(`${wasmUrl} answered ${answer.status}${type === '' ? '' : ` with ${type}`}`);
  }
}

/** How a statement fails at DuckDB's own limit, or when the browser refuses memory. */
const OUT_OF_MEMORY = /^Out of Memory Error: |\bbad_alloc\b|\bcould not allocate block\b/;

/** DuckDB's message, such as "Binder Error: …". Some of its errors come as JSON. */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  if (!reason.startsWith('{"exception_type"')) return reason;
  const told = JSON.parse(reason) as { exception_type: string; exception_message: string };
  return `${told.exception_type} Error: ${told.exception_message}`;
}
