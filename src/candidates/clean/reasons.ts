/** The side file of an export: why each pair was removed. */

import Papa from 'papaparse';

import type { CleanRequest, RemovalReason } from '../api';
import { excerptOf } from '../fault';
import { FORMULA } from '../names';
import type { LoadedSource } from '../outcomes';
import type { RemovedRow } from '../store/removals';

const TITLES = 'file place source record query_id position reason marked_by note rho eta psi negative'.split(
  ' ',
);

/** A text that a spreadsheet would run as a formula gets an apostrophe, as in the report's tables. */
const OPTIONS: Papa.UnparseConfig = { newline: '\n', escapeFormulae: FORMULA };

/**
 * CSV (RFC 4180): a header, then one row for each pair, with the first 200 characters of the negative.
 * @param rows what the store knows of the pairs, in their order
 */
export async function* writeReasons(
  file: string,
  { removed, reasons }: Pick<CleanRequest, 'removed' | 'reasons'>,
  sources: readonly LoadedSource[],
  rows: AsyncIterator<RemovedRow>,
): AsyncGenerator<string> {
  yield csv(TITLES);
  for (const { source, records, positions, reasons: why, rho, eta, psi } of removed) {
    const name = sources.find(({ id }) => id === source)?.name ?? '';
    for (const [i, record] of records.entries()) {
      const { place, queryId, negative } = (await rows.next()).value as RemovedRow;
      const { reason, markedBy, note } = reasons[why[i] as number] as RemovalReason;
      const gates = [rho, eta, psi].map(({ [i]: gate = NaN }) => (Number.isNaN(gate) ? '' : gate));
      const pair = [file, place, name, record + 1, queryId ?? '', (positions[i] as number) + 1];
      yield csv([...pair, reason, markedBy, note, ...gates, excerptOf(negative)]);
    }
  }
}

function csv(row: (string | number)[]): string {
  return `${Papa.unparse([row], OPTIONS)}\n`;
}
