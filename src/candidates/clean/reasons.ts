/** The side file of an export: why each pair was removed. */

import Papa from 'papaparse';

import { excerptOf } from '../fault';
import { FORMULA } from '../names';

/** One pair that was removed. */
export interface ReasonRow {
  readonly file: string;
  /** Line, element or row of the negative, from 1. */
  readonly place: number;
  /** Name of the source. */
  readonly source: string;
  /** Record of the source, from 1. */
  readonly record: number;
  readonly queryId: string | null;
  /** The negative's position in the record, from 1. */
  readonly position: number;
  readonly reason: string;
  /** NaN where the pair was not scored. */
  readonly rho: number;
  readonly eta: number;
  readonly psi: number;
  readonly negative: string;
}

const COLUMNS: readonly { title: string; value: (row: ReasonRow) => string | number }[] = [
  { title: 'file', value: (row) => row.file },
  { title: 'place', value: (row) => row.place },
  { title: 'source', value: (row) => row.source },
  { title: 'record', value: (row) => row.record },
  { title: 'query_id', value: (row) => row.queryId ?? '' },
  { title: 'position', value: (row) => row.position },
  { title: 'reason', value: (row) => row.reason },
  { title: 'rho', value: (row) => numberOrBlank(row.rho) },
  { title: 'eta', value: (row) => numberOrBlank(row.eta) },
  { title: 'psi', value: (row) => numberOrBlank(row.psi) },
  { title: 'negative', value: (row) => excerptOf(row.negative) },
];

function numberOrBlank(value: number): number | string {
  return Number.isNaN(value) ? '' : value;
}

/** As in the report's tables, a text that a spreadsheet would run as a formula is quoted with an apostrophe. */
const OPTIONS: Papa.UnparseConfig = { newline: '\n', escapeFormulae: FORMULA };

/** The header row, then one row a pair, RFC 4180; of the negative its first 200 characters. */
export async function* writeReasons(batches: AsyncIterable<readonly ReasonRow[]>): AsyncGenerator<string> {
  yield csv([COLUMNS.map(({ title }) => title)]);
  for await (const batch of batches) {
    yield csv(batch.map((row) => COLUMNS.map(({ value }) => value(row))));
  }
}

function csv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.length === 0 ? '' : `${Papa.unparse(rows as (string | number)[][], OPTIONS)}\n`;
}
