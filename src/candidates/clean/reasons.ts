/** The side file of an export: why each pair was removed. */

import Papa from 'papaparse';

import { excerptOf } from '../fault';
import { FORMULA } from '../names';
import type { LoadedSource } from '../outcomes';
import type { CleanRequest, RemovalReason, Removals } from './removals';

const TITLES = 'file place source record query_id position reason marked_by note rho eta psi negative'.split(
  ' ',
);

/** A text that a spreadsheet would run as a formula gets an apostrophe, as in the report's tables. */
const OPTIONS: Papa.UnparseConfig = { newline: '\n', escapeFormulae: FORMULA };

/**
 * CSV (RFC 4180): a header, then one row for each pair, with the first 200 characters of the negative.
 */
export function* writeReasons(
  file: string,
  { removed, reasons }: Pick<CleanRequest, 'removed' | 'reasons'>,
  sources: readonly LoadedSource[],
  removals: Removals,
): Generator<string> {
  yield csv(TITLES);
  for (const { source, records, positions, reasons: why, rho, eta, psi } of removed) {
    const name = sources.find(({ id }) => id === source)?.name ?? '';
    for (const [i, record] of records.entries()) {
      const position = positions[i] as number;
      const { place, queryId, negative } = removals.shown(source, record, position);
      const { reason, markedBy, note } = reasons[why[i] as number] as RemovalReason;
      const gates = [rho, eta, psi].map(({ [i]: gate = NaN }) => (Number.isNaN(gate) ? '' : gate));
      const pair = [file, place, name, record + 1, queryId ?? '', position + 1];
      yield csv([...pair, reason, markedBy, note, ...gates, excerptOf(negative)]);
    }
  }
}

function csv(row: (string | number)[]): string {
  return `${Papa.unparse([row], OPTIONS)}\n`;
}
