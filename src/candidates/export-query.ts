/** All rows of a query as a file. */

import type { Table } from 'apache-arrow';
import Papa from 'papaparse';

import { rowsOf, type UserQueries, type WholeAnswer } from './store/user-queries';
import { FORMULA } from './names';

/**
 * As CSV (RFC 4180, UTF-8).
 * @param queries cancels the query that is running there
 * @throws as `UserQueries.all`
 */
export async function exportQuery(queries: UserQueries, sql: string): Promise<Blob> {
  return csv(await queries.all(sql, 'text'));
}

const PART_ROWS = 10_000;

function* partsOf({ table }: WholeAnswer): Generator<Table> {
  for (let from = 0; from < table.numRows; from += PART_ROWS) yield table.slice(from, from + PART_ROWS);
}

/** Null is an empty field, an empty text a quoted one; other values as DuckDB writes them. */
function csv(answer: WholeAnswer): Blob {
  const { columns } = answer;
  const head = `${Papa.unparse([columns.map(({ name }) => name)], { newline: '\n' })}\n`;
  // A text that a spreadsheet would run as a formula gets an apostrophe, as in all tables; a number does not.
  const areTexts = columns.map(({ type }) => type === 'VARCHAR');
  const lines = Array.from(partsOf(answer), (part) => {
    const rows = rowsOf(part).map((row) =>
      row.map((value, i) => (areTexts[i] ? (value?.toString().replace(FORMULA, `'$&`) ?? null) : value)),
    );
    return new Blob([`${Papa.unparse(rows, { newline: '\n', quotes: isBlank })}\n`]);
  });
  return new Blob([head, ...lines], { type: 'text/csv;charset=utf-8' });
}

const isBlank = (value: unknown): boolean => value === '';
