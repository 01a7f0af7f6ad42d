/** The side file of an export: why each pair was removed. */

import Papa from 'papaparse';

import { FORMULA } from '../names';
import type { Removed } from './removals';

const TITLES = 'file place index source query_id reason marked_by note negative'.split(' ');

/** A text that a spreadsheet would run as a formula gets an apostrophe, as in the report's tables. */
const OPTIONS: Papa.UnparseConfig = { newline: '\n', escapeFormulae: FORMULA };

export const reasonsHeader = (): string => csv(TITLES);

/** CSV (RFC 4180), without its header: a row for each that leaves. */
export function* writeReasons(file: string, removed: Iterable<Removed>): Generator<string> {
  for (const { place, index, source, record, reason, markedBy, note, text } of removed)
    yield csv([file, place, index, source, record, reason, markedBy, note, text]);
}

function csv(row: (string | number)[]): string {
  return `${Papa.unparse([row], OPTIONS)}\n`;
}
