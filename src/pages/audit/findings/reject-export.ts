/** Rejects as CSV. */

import Papa from 'papaparse';

import type { Reject } from '../../../candidates/candidate-record';
import { FORMULA } from '../../../candidates/names';
import { snakeKeys } from '../../../report/snake-case';

const COLUMNS = ['file', 'place_kind', 'place', 'record', 'code', 'field', 'message', 'excerpt'] as const;

/** A line each under a header, after RFC 4180. An apostrophe keeps spreadsheets from running a text as a formula. */
export function rejectsCsv(rejects: readonly Reject[]): string {
  const data = rejects.map(snakeKeys).map((reject) => COLUMNS.map((column) => reject[column]));
  return `${Papa.unparse({ fields: [...COLUMNS], data }, { newline: '\n', escapeFormulae: FORMULA })}\n`;
}
