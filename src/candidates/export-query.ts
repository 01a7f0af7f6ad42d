/** All rows of a query as a file. */

import Papa from 'papaparse';

import type { Connection } from './store/database';
import { openQuery, rowsOf } from './store/user-queries';
import { FORMULA } from './names';

const PART_ROWS = 10_000;

/**
 * All rows of a query as CSV (RFC 4180, UTF-8). Null is an empty field, an empty text a quoted one; other values as DuckDB
 * writes them.
 * @throws as `answerTo`
 */
export async function csvOf(connection: Connection, sql: string, signal: AbortSignal): Promise<Blob> {
  const { columns, select } = await openQuery(connection, sql, signal);
  const table = await select(columns.map((_, i) => `c${i}::VARCHAR`));
  const csv = (rows: unknown[][]) =>
    `${Papa.unparse(rows, { newline: '\n', quotes: (value) => value === '' })}\n`;
  const parts: BlobPart[] = [csv([columns.map(({ name }) => name)])];
  // A text that a spreadsheet would run as a formula gets an apostrophe, as in all tables; a number does not.
  const areTexts = columns.map(({ type }) => type === 'VARCHAR');
  for (let from = 0; from < table.numRows; from += PART_ROWS) {
    const rows = rowsOf(table.slice(from, from + PART_ROWS)).map((row) =>
      row.map((value, i) => (areTexts[i] ? (value?.toString().replace(FORMULA, `'$&`) ?? null) : value)),
    );
    parts.push(new Blob([csv(rows)]));
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}
