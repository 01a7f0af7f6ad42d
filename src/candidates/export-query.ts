/** All rows of a query as a file. */

import Papa from 'papaparse';

import { rowsOf, type UserQueries } from './store/user-queries';
import { FORMULA } from './names';

const PART_ROWS = 10_000;

/**
 * As CSV (RFC 4180, UTF-8). Null is an empty field, an empty text a quoted one; other values as DuckDB writes them.
 * @param queries cancels the query that is running there
 * @throws as `UserQueries.all`
 */
export async function exportQuery(queries: UserQueries, sql: string): Promise<Blob> {
  const { columns, table } = await queries.all(sql, 'text');
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
