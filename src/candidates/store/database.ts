import { AsyncDuckDB, VoidLogger, type AsyncDuckDBConnection } from '@duckdb/duckdb-wasm';
import type { DataType, Table } from 'apache-arrow';

import { toIpc, type Column } from './arrow';
import { CandidatesError, StoreFullError, StoreInsertError, StoreStartError } from '../errors';

/** Where DuckDB's worker and module come from: the browser's build in `duckdb.ts`, Node's in tests. */
export interface DuckEngine {
  readonly wasmUrl: string;
  createWorker(): Worker;
}

const START_TIMEOUT_MS = 60_000;

type Columns = Record<string, DataType>;

/**
 * DuckDB in its own worker. DuckDB's own front leaves requests open for ever when its worker dies or its module
 * cannot be fetched; here a start has a time limit and a worker's error rejects whatever waits.
 */
export class Database {
  readonly #waiting = new Set<(reason: Error) => void>();
  #stopped: Error | null = null;

  private constructor(
    private readonly duck: AsyncDuckDB,
    worker: Worker,
  ) {
    worker.addEventListener('error', (event) => {
      this.#stopped = new Error(event.message || 'its worker could not be loaded');
      for (const reject of this.#waiting) reject(this.#stopped);
    });
  }

  /** Errors: `StoreStartError`, after 60 seconds at the latest. */
  static async start(engine: DuckEngine, timeoutMs = START_TIMEOUT_MS): Promise<Database> {
    let database: Database | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
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
      await database?.close();
      throw new StoreStartError(reasonOf(error), { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  async connect(): Promise<Connection> {
    return new Connection(this, await this.guard(this.duck.connect()));
  }

  /** Ends the worker; its memory returns only then. */
  async close(): Promise<void> {
    await this.duck.terminate();
  }

  /** The promise, or the worker's error where that comes first. */
  guard<Value>(promise: Promise<Value>): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      if (this.#stopped !== null) {
        reject(this.#stopped);
        return;
      }
      this.#waiting.add(reject);
      promise.then(resolve, reject).finally(() => this.#waiting.delete(reject));
    });
  }
}

/** One connection; a transaction belongs to it. */
export class Connection {
  constructor(
    private readonly database: Database,
    private readonly duck: AsyncDuckDBConnection,
  ) {}

  /** Errors: `StoreFullError`, as of every method below. */
  query<Types extends Columns>(sql: string): Promise<Table<Types>> {
    return this.#ask(() => this.duck.query<Types>(sql));
  }

  /** Runs a statement with parameters in the places of its question marks. */
  async run<Types extends Columns>(
    sql: string,
    ...parameters: (string | number | null)[]
  ): Promise<Table<Types>> {
    const statement = await this.#ask(() => this.duck.prepare<Types>(sql));
    try {
      return await this.#ask(() => statement.query(...parameters));
    } finally {
      await this.database.guard(statement.close());
    }
  }

  /** Appends rows to a table. An insert that fails may have kept some of them. Errors: `StoreInsertError`. */
  async insert(table: string, columns: readonly Column[]): Promise<void> {
    try {
      await this.#ask(() =>
        this.duck.insertArrowFromIPCStream(toIpc(columns), { name: table, create: false }),
      );
    } catch (error) {
      if (error instanceof CandidatesError) throw error;
      throw new StoreInsertError(table, reasonOf(error), { cause: error });
    }
  }

  /** Number of rows that fulfil a condition. */
  async count(table: string, condition = 'true'): Promise<number> {
    const result = await this.query(`SELECT count(*)::INTEGER AS n FROM ${table} WHERE ${condition}`);
    return Number(result.getChild('n')?.get(0));
  }

  /** Memory that the tables of the whole database take, in bytes. */
  async memory(): Promise<number> {
    const result = await this.query('SELECT sum(memory_usage_bytes)::DOUBLE AS bytes FROM duckdb_memory()');
    return Number(result.getChild('bytes')?.get(0));
  }

  async #ask<Value>(question: () => Promise<Value>): Promise<Value> {
    try {
      return await this.database.guard(question());
    } catch (error) {
      const reason = reasonOf(error);
      if (!OUT_OF_MEMORY.test(reason)) throw error;
      throw new StoreFullError(firstLine(reason), { cause: error });
    }
  }
}

/** DuckDB's own limit, and an allocation that the browser refuses, end a statement in this way. */
const OUT_OF_MEMORY = /"exception_type":\s*"Out of Memory"|\bbad_alloc\b/;

/** The first line of the message in DuckDB's error, which is JSON. */
function firstLine(reason: string): string {
  const message = /"exception_message":"((?:[^"\\]|\\.)*)"/.exec(reason)?.[1] ?? reason;
  return message.split('\\n')[0] as string;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
