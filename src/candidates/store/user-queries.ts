/** Queries that only read, on a connection of their own, one at a time. */

import type { DataType, Table } from 'apache-arrow';

import { SerialQueue } from '../../serial-queue';
import { CandidatesError } from '../errors';
import type { Connection, Database } from './database';
import { queryText, severalStatements } from './query-text';

/** A value in the answer to a query. Decimals, times, lists and all other kinds come as DuckDB writes them. */
export type QueryValue = string | number | bigint | boolean | null;

/** Who asks: a query cancels the one before it of the same asker, and of nobody else. */
export type QueryAsker = 'page' | 'console';

export interface QueryOptions {
  /** The page itself where nobody is named. */
  readonly asker?: QueryAsker;
  /** Rows given at most; where there are more the query runs a second time to count them. */
  readonly limit: number;
}

export interface QueryAnswer {
  /** `type` is DuckDB's, such as `INTEGER` or `DECIMAL(18,3)`. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** One array a row, in the order of the columns. */
  readonly rows: readonly (readonly QueryValue[])[];
  /** Number of rows, those beyond the limit too. */
  readonly total: number;
}

/** Types that come as Arrow values; all others come as text. */
const PLAIN = new Set(
  'BOOLEAN TINYINT SMALLINT INTEGER UTINYINT USMALLINT UINTEGER BIGINT UBIGINT FLOAT DOUBLE VARCHAR'.split(
    ' ',
  ),
);
/** Whole numbers that come as text. */
const HUGE = new Set(['HUGEINT', 'UHUGEINT']);

type QueryColumn = QueryAnswer['columns'][number];

export interface WholeAnswer<Types extends Record<string, DataType> = Record<string, DataType>> {
  readonly columns: readonly QueryColumn[];
  readonly table: Table<Types>;
}

interface QueryState {
  cancelled: boolean;
}

/**
 * A query reads and nothing else: it is one statement, by DuckDB's tokens and by its parser; the grammar allows only what reads
 * inside `FROM (…)`, where every query is put; and it runs in a read-only transaction. (Several statements could end it.)
 */
export class UserQueries {
  private current: QueryState | null = null;
  private readonly queue = new SerialQueue();

  private constructor(
    private readonly database: Database,
    private readonly connection: Connection,
  ) {}

  static async open(database: Database): Promise<UserQueries> {
    return new UserQueries(database, await database.connect());
  }

  /**
   * Answers a query and cancels the one before. See `Candidates.query`.
   * @throws QueryRefusedError
   * @throws QuerySyntaxError
   * @throws QueryCancelledError
   * @throws StoreFullError
   * @throws RangeError if the limit is not a whole number from 0 up
   */
  ask(sql: string, { limit }: QueryOptions): Promise<QueryAnswer> {
    if (!Number.isSafeInteger(limit) || limit < 0) throw new RangeError(`a limit of ${limit} rows`);
    return this.answered(sql, async (query, columns, state) => {
      const values = columns.map(({ type }, i) => (PLAIN.has(type) ? `c${i}` : `c${i}::VARCHAR`));
      const found = await this.run(`${selected(query, values)} LIMIT ${limit + 1}`, state);
      const total = found.numRows > limit ? await this.total(query, state) : found.numRows;
      return { columns, rows: numbered(columns, rowsOf(found.slice(0, limit))), total };
    });
  }

  /**
   * All rows of a query.
   * @param as `values`: as DuckDB hands them over, whole numbers above 64 bits as text; `text`: every value as DuckDB
   *   writes it
   * @throws as {@link ask}
   */
  all<Types extends Record<string, DataType>>(
    sql: string,
    as: 'values' | 'text',
  ): Promise<WholeAnswer<Types>> {
    return this.answered(sql, async (query, columns, state) => {
      const values = columns.map(({ name, type }, i) => {
        const isText = as === 'text' || HUGE.has(type);
        return `c${i}${isText ? '::VARCHAR' : ''} AS "${name.replaceAll('"', '""')}"`;
      });
      return { columns, table: await this.run<Types>(selected(query, values), state) };
    });
  }

  /** Cancels the query before, waits for its end, then does `work` in a read-only transaction. */
  private answered<Given>(
    sql: string,
    work: (query: string, columns: readonly QueryColumn[], state: QueryState) => Promise<Given>,
  ): Promise<Given> {
    const stopped = this.cancel();
    const state: QueryState = { cancelled: false };
    this.current = state;
    return this.queue.run(async () => {
      try {
        await stopped;
        if (state.cancelled) throw cancelledQuery();
        const query = queryText(await this.database.pieces(sql));
        await this.checkIsOne(query);
        await this.connection.query('BEGIN TRANSACTION READ ONLY');
        try {
          return await work(query, await this.columns(query, state), state);
        } finally {
          await this.connection.query('ROLLBACK');
        }
      } catch (error) {
        if (state.cancelled) throw cancelledQuery();
        throw error;
      } finally {
        if (this.current === state) this.current = null;
      }
    });
  }

  get isAnswering(): boolean {
    return this.current !== null;
  }

  /** Ends the query that is being answered. */
  async cancel(): Promise<void> {
    if (this.current === null) return;
    this.current.cancelled = true;
    await this.connection.cancel();
  }

  /** Number of rows of a query: runs it a second time. */
  private async total(sql: string, state: QueryState): Promise<number> {
    const counted = await this.run(`SELECT count(*)::DOUBLE AS rows FROM (\n${sql}\n)`, state);
    return Number(rowsOf(counted)[0]?.[0]);
  }

  /**
   * Lets DuckDB parse the query as it will be run. What is several statements may be a PIVOT, which DuckDB makes into several; a
   * semicolon would stand behind as many closing brackets as are put before the query, and fails where these are more.
   * @throws QueryRefusedError for several statements
   */
  private async checkIsOne(query: string): Promise<void> {
    const isSeveral = async (wrapped: string) => SEVERAL.test((await this.connection.faultOf(wrapped)) ?? '');
    if (!(await isSeveral(described(query)))) return;
    if (!(await isSeveral(described(`SELECT * FROM (\n${query}\n)`)))) throw severalStatements();
  }

  private async columns(query: string, state: QueryState): Promise<QueryColumn[]> {
    const found = await this.run(described(query), state, true);
    return rowsOf(found).map(([name, type]) => ({ name: String(name), type: String(type) }));
  }

  /** Runs one statement, unless the query was cancelled before it. @param isDescribed the query stands in it from the second line on */
  private async run<Types extends Record<string, DataType>>(
    sql: string,
    state: QueryState,
    isDescribed = false,
  ): Promise<Table<Types>> {
    if (state.cancelled) throw cancelledQuery();
    try {
      return await this.connection.send<Types>(sql);
    } catch (error) {
      if (!(error instanceof Error) || !DUCKDB_ERROR.test(error.message)) throw error;
      throw syntaxError(error.message, isDescribed, error);
    }
  }
}

function described(query: string): string {
  return `DESCRIBE SELECT * FROM (\n${query}\n)`;
}

/** The values of a query, whose columns are c0, c1 … */
function selected(query: string, values: readonly string[]): string {
  const names = values.map((_, i) => `c${i}`);
  return `SELECT ${values.join()} FROM (\n${query}\n) AS answer(${names.join()})`;
}

/** DuckDB's errors begin with their kind, such as "Binder Error: ". */
const DUCKDB_ERROR = /^[A-Z][\w -]*Error: /;
const SEVERAL = /Cannot prepare multiple statements/;

/** @param reason DuckDB's message, behind it the line and an excerpt if it knows the place */
function syntaxError(reason: string, isDescribed: boolean, cause: unknown): Error {
  const [message = reason, line] = reason.split(/\nLINE (\d+): /);
  const where = isDescribed && line !== undefined ? `Line ${Number(line) - 1}: ` : '';
  return new CandidatesError('QuerySyntaxError', `${where}${message.trim()}`, { cause });
}

/** By the user, or by the next query. */
function cancelledQuery(): CandidatesError {
  return new CandidatesError('QueryCancelledError', 'The query was cancelled. Run it again for its answer.');
}

/** Rows with the numbers that came as text. */
function numbered(columns: readonly QueryColumn[], rows: QueryValue[][]): QueryValue[][] {
  const isHuge = columns.map(({ type }) => HUGE.has(type));
  return rows.map((row) => row.map((value, i) => (isHuge[i] && value !== null ? BigInt(value) : value)));
}

/** One array for each row. */
export function rowsOf(table: Table): QueryValue[][] {
  const columns = table.schema.fields.map((_, i) => table.getChildAt(i));
  return Array.from({ length: table.numRows }, (_, row) =>
    columns.map((column) => (column?.get(row) ?? null) as QueryValue),
  );
}
