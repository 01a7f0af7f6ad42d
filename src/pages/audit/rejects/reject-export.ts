/** Rejects as CSV. */

import Papa from 'papaparse';

import type { Reject } from '../../../candidates/candidate-record';
import { FORMULA } from '../../../candidates/names';
import { snakeKeys } from '../../../report/snake-case';

export const REJECT_COLUMNS = [
  'file',
  'place_kind',
  'place',
  'record',
  'code',
  'field',
  'message',
  'excerpt',
] as const;

/** The header line. */
export const REJECTS_CSV_HEADER = `${REJECT_COLUMNS.join(',')}\n`;

/** Lines after RFC 4180. An apostrophe keeps spreadsheets from running a text as a formula. */
export function rejectsCsv(rejects: readonly Reject[]): string {
  if (rejects.length === 0) return '';
  const rows = rejects.map(snakeKeys).map((reject) => REJECT_COLUMNS.map((column) => reject[column]));
  return `${Papa.unparse(rows, { newline: '\n', escapeFormulae: FORMULA })}\n`;
}
