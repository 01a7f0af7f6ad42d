/** Rejects as CSV and as JSONL. */

import Papa from 'papaparse';

import type { Reject } from '../../../candidates/candidate-record';
import { FORMULA } from '../../../candidates/names';
import { snakeKeys } from '../../../report/snake-case';

const COLUMNS = ['file', 'place_kind', 'place', 'record', 'code', 'field', 'message', 'excerpt'] as const;

/** The header line. */
export const REJECTS_CSV_HEADER = `${COLUMNS.join(',')}\n`;

/** Lines after RFC 4180; a text that a spreadsheet would run as a formula gets an apostrophe before it. */
export function rejectsCsv(rejects: readonly Reject[]): string {
  if (rejects.length === 0) return '';
  const rows = rejects.map(snakeKeys).map((reject) => COLUMNS.map((column) => reject[column]));
  return `${Papa.unparse(rows, { newline: '\n', escapeFormulae: FORMULA })}\n`;
}

/** One JSON object a line. */
export function rejectsJsonl(rejects: readonly Reject[]): string {
  return rejects.map((reject) => `${JSON.stringify(snakeKeys(reject))}\n`).join('');
}
