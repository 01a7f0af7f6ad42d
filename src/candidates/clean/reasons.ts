/** The side file of an export: why each pair was removed. */

import Papa from 'papaparse';

import { excerptOf } from '../fault';
import { FORMULA } from '../names';
import type { CleanRequest, RemovalReason, Removals } from './removals';

const TITLES = 'file place index source query_id reason marked_by note negative'.split(' ');

/** A text that a spreadsheet would run as a formula gets an apostrophe, as in the report's tables. */
const OPTIONS: Papa.UnparseConfig = { newline: '\n', escapeFormulae: FORMULA };

export const reasonsHeader = (): string => csv(TITLES);

/**
 * CSV (RFC 4180), without its header: a row for each pair, with the first 200 characters of the negative, then for each blank
 * negative, repeat and rejected line that leaves. Places and indices, from 1, are those of the user's own file.
 */
export function* writeReasons(
  file: string,
  { removed, reasons }: Pick<CleanRequest, 'removed' | 'reasons'>,
  removals: Removals,
): Generator<string> {
  for (const { source: id, records, positions, reasons: why } of removed) {
    for (const [i, record] of records.entries()) {
      const { source, place, index, queryId, negative } = removals.shown(id, record, positions[i] as number);
      const { reason, markedBy, note } = reasons[why[i] as number] as RemovalReason;
      const pair = [file, place, index + 1, source, queryId ?? ''];
      yield csv([...pair, reason, markedBy, note, excerptOf(negative)]);
    }
  }
  for (const { source, place, index, reason } of removals.strays)
    yield csv([file, place, index + 1, source, '', reason, 'rule', '', '']);
  for (const { place, record, code, excerpt } of removals.rejectsGoing) {
    const reason = `line without a record: ${code}`;
    yield csv([file, place, '', '', record ?? '', reason, 'rule', '', excerpt]);
  }
}

function csv(row: (string | number)[]): string {
  return `${Papa.unparse([row], OPTIONS)}\n`;
}
