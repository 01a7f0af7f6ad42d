/** All rows of a query as a file. */

import { tableFromIPC, type RecordBatch } from 'apache-arrow';
import Papa from 'papaparse';

import { BlobOutput } from './clean/output';
import { CandidatesError } from './errors';
import { ParquetFault, ParquetWorker } from './read/parquet/worker';
import type { UserQueries, WholeAnswer } from './store/user-queries';
import type { TableFormat } from './api';
import { FORMULA } from './names';

/**
 * @param queries cancels the query that is running there
 * @throws as `UserQueries.all`; TableWriteError
 */
export async function exportQuery(queries: UserQueries, sql: string, format: TableFormat): Promise<Blob> {
  if (format === 'csv') return csv(await queries.all(sql, 'text'));
  const answer = await queries.all(sql, 'values');
  return format === 'jsonl' ? jsonLines(answer) : parquet(answer);
}

/** One object a row; a whole number too large for a double is a string. */
async function jsonLines({ ipc }: WholeAnswer): Promise<Blob> {
  const output = new BlobOutput(false);
  const plain = (_: string, value: unknown): unknown => {
    if (typeof value !== 'bigint') return value;
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  };
  for (const batch of tableFromIPC(ipc).batches) {
    const lines = Array.from({ length: batch.numRows }, (_, row) => {
      return `${JSON.stringify(batch.get(row)?.toJSON(), plain)}\n`;
    });
    if (lines.length > 0) await output.write(lines.join(''));
  }
  return output.close('application/x-ndjson');
}

/** Null is an empty field, an empty text a quoted one; other values as DuckDB writes them. */
async function csv({ columns, ipc }: WholeAnswer): Promise<Blob> {
  const output = new BlobOutput(false);
  await output.write(`${Papa.unparse([columns.map(({ name }) => name)], { newline: '\n' })}\n`);
  // A text that a spreadsheet would run as a formula gets an apostrophe, as in all tables; a number does not.
  const areTexts = columns.map(({ type }) => type === 'VARCHAR');
  for (const batch of tableFromIPC(ipc).batches) {
    const rows = textRows(batch).map((row) =>
      row.map((value, i) => (areTexts[i] && value !== null ? value.replace(FORMULA, `'$&`) : value)),
    );
    if (rows.length > 0) await output.write(`${Papa.unparse(rows, { newline: '\n', quotes: isBlank })}\n`);
  }
  return output.close('text/csv;charset=utf-8');
}

const isBlank = (value: unknown): boolean => value === '';

function textRows(batch: RecordBatch): (string | null)[][] {
  const columns = batch.schema.fields.map((_, i) => batch.getChildAt(i));
  return Array.from({ length: batch.numRows }, (_, row) =>
    columns.map((column) => (column?.get(row) ?? null) as string | null),
  );
}

/** With the types of DuckDB's answer. */
async function parquet({ ipc }: WholeAnswer): Promise<Blob> {
  const worker = new ParquetWorker();
  try {
    const file = await worker.ask((codec) => codec.pack(ipc), ipc.length);
    return new Blob([file], { type: 'application/vnd.apache.parquet' });
  } catch (error) {
    if (!(error instanceof ParquetFault)) throw error;
    throw new CandidatesError('TableWriteError', { reason: error.message }, { cause: error });
  } finally {
    worker.stop();
  }
}
