/** The side file of an export: why each pair was removed. */

import Papa from 'papaparse';

import { excerptOf } from '../fault';
import { FORMULA } from '../names';
import type { Reject } from '../candidate-record';
import type { LoadedSource } from '../outcomes';
import type { CleanRequest, RemovalReason, Removals } from './removals';

const TITLES = 'file place index source query_id reason marked_by note rho eta psi negative'.split(' ');

/** A text that a spreadsheet would run as a formula gets an apostrophe, as in the report's tables. */
const OPTIONS: Papa.UnparseConfig = { newline: '\n', escapeFormulae: FORMULA };

/** The header line. */
export const reasonsHeader = (): string => csv(TITLES);

/**
 * CSV (RFC 4180), without its header: a row for each pair, with the first 200 characters of the negative, then for each blank
 * negative, repeat and rejected line that leaves. Places and indices, from 1, are those of the user's own file.
 */
export function* writeReasons(
  file: string,
  { removed, reasons }: Pick<CleanRequest, 'removed' | 'reasons'>,
  sources: readonly LoadedSource[],
  removals: Removals,
  rejects: Iterable<Reject>,
): Generator<string> {
  for (const { source, records, positions, reasons: why, rho, eta, psi } of removed) {
    const name = sources.find(({ id }) => id === source)?.name ?? '';
    for (const [i, record] of records.entries()) {
      const position = positions[i] as number;
      const { place, index, queryId, negative } = removals.shown(source, record, position);
      const { reason, markedBy, note } = reasons[why[i] as number] as RemovalReason;
      const gates = [rho, eta, psi].map(({ [i]: gate = NaN }) => (Number.isNaN(gate) ? '' : gate));
      const pair = [file, place, index + 1, name, queryId ?? ''];
      yield csv([...pair, reason, markedBy, note, ...gates, excerptOf(negative)]);
    }
  }
  const row = (place: number, index: number | '', source: string, id: string, reason: string, text: string) =>
    csv([file, place, index, source, id, reason, 'rule', '', '', '', '', text]);
  for (const { source, place, index } of removals.blanks())
    yield row(place, index + 1, source, '', 'blank negative', '');
  for (const { source, place, index, leaves, withNegative } of removals.copies()) {
    const why = `the same negative again${withNegative ? ': the other one leaves too' : ''}`;
    if (leaves) yield row(place, index + 1, source, '', why, '');
  }
  for (const { place, record, code, excerpt } of rejects)
    yield row(place, '', '', record ?? '', `line without a record: ${code}`, excerpt);
}

function csv(row: (string | number)[]): string {
  return `${Papa.unparse([row], OPTIONS)}\n`;
}
