/** Queries of a user, which only read. */

import type { Table } from 'apache-arrow';

import { cancelledQuery, CandidatesError } from '../errors';
import type { Connection } from './database';

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

/**
 * Answers a query. See `Candidates.query`.
 * @param connection nobody else's; it is in a transaction then
 * @throws QueryRefusedError, QuerySyntaxError, QueryCancelledError, StoreFullError
 */
export async function answerTo(
  connection: Connection,
  sql: string,
  limit: number,
  signal: AbortSignal,
): Promise<QueryAnswer> {
  const { columns, select } = await openQuery(connection, sql, signal);
  const values = columns.map(({ type }, i) => (PLAIN.has(type) ? `c${i}` : `c${i}::VARCHAR`));
  const found = await select(values, limit + 1);
  const isAll = found.numRows <= limit;
  const total = isAll ? found.numRows : rowsOf(await select(['count(*)::DOUBLE']))[0]?.[0];
  return { columns, rows: rowsOf(found.slice(0, limit)), total: Number(total) };
}

/**
 * The columns of a query, of which `select` gives values by the names c0, c1 …, in a read-only transaction. DuckDB's
 * function `query` runs one SELECT, and nothing else.
 * @throws as {@link answerTo}
 */
export async function openQuery(connection: Connection, sql: string, signal: AbortSignal) {
  // Of the text as it was written DuckDB knows the lines.
  const fault = signal.aborted ? null : await connection.faultOf(sql);
  if (signal.aborted) throw cancelledQuery();
  if (fault !== null) throw faultIn(fault, sql);
  await connection.query('BEGIN TRANSACTION READ ONLY');
  const ask = (statement: string): Promise<Table> =>
    connection.query(statement, signal).catch((error: unknown) => {
      throw error instanceof Error && DUCKDB_ERROR.test(error.message)
        ? faultIn(error.message, statement)
        : error;
    });
  const query = `query('${sql.replaceAll("'", "''")}')`;
  const described = rowsOf(await ask(`DESCRIBE SELECT * FROM ${query}`));
  const columns = described.map(([name, type]) => ({ name: String(name), type: String(type) }));
  const answer = `${query} AS answer(${columns.map((_, i) => `c${i}`).join()})`;
  const select = (values: readonly string[], limit?: number) =>
    ask(`SELECT ${values.join()} FROM ${answer}${limit === undefined ? '' : ` LIMIT ${limit}`}`);
  return { columns, select };
}

/** DuckDB's errors begin with their kind, such as "Binder Error: ". */
const DUCKDB_ERROR = /^[A-Z][\w -]*Error: /;

/** What DuckDB says of statements that are not one that reads. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [/No statement to prepare/, 'The query is empty'],
  [/Cannot prepare multiple statements|Expected a single SELECT statement/, 'This is not a single query'],
];

/** DuckDB counts the lines of a text inside `query(…)` in the statement around it. */
const NESTED = /\bquery\s*\(/i;

/** @param reason DuckDB's message, behind it the line and an excerpt if it knows the place */
function faultIn(reason: string, statement: string): CandidatesError {
  const [, found] = REFUSALS.find(([said]) => said.test(reason)) ?? [];
  if (found !== undefined)
    return new CandidatesError(
      'QueryRefusedError',
      `${found}. Expected one query that reads: SELECT, WITH, FROM, VALUES, DESCRIBE, SHOW, SUMMARIZE or PIVOT … IN (…). Nothing was run.`,
    );
  const [message = reason, line] = reason.split(/\nLINE (\d+): /);
  return new CandidatesError(
    'QuerySyntaxError',
    `${line === undefined || NESTED.test(statement) ? '' : `Line ${line}: `}${message.trim()}`,
  );
}

/** One array for each row. */
export function rowsOf(table: Table): QueryValue[][] {
  const columns = table.schema.fields.map((_, i) => table.getChildAt(i));
  return Array.from({ length: table.numRows }, (_, row) =>
    columns.map((column) => (column?.get(row) ?? null) as QueryValue),
  );
}
