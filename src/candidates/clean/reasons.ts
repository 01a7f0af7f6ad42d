/** The side file of an export: why each pair was removed. */

import Papa from 'papaparse';

import type { RemovalReason } from '../api';
import { excerptOf } from '../fault';
import { FORMULA } from '../names';
import type { RemovedRow } from '../store/removals';

const TITLES = 'file place source record query_id position reason marked_by note rho eta psi negative'.split(
  ' ',
);

/** A text that a spreadsheet would run as a formula gets an apostrophe, as in the report's tables. */
const OPTIONS: Papa.UnparseConfig = { newline: '\n', escapeFormulae: FORMULA };

/**
 * CSV (RFC 4180): a header, then one row for each pair, with the first 200 characters of the negative.
 */
export async function* writeReasons(
  file: string,
  reasons: readonly RemovalReason[],
  batches: AsyncIterable<readonly RemovedRow[]>,
): AsyncGenerator<string> {
  yield csv([TITLES]);
  for await (const batch of batches) {
    yield csv(
      batch.map(({ place, source, record, queryId, position, reason: index, rho, eta, psi, negative }) => {
        const { reason, markedBy, note } = reasons[index] as RemovalReason;
        const gates = [rho, eta, psi].map((gate) => (Number.isNaN(gate) ? '' : gate));
        const pair = [file, place, source, record, queryId ?? '', position];
        return [...pair, reason, markedBy, note, ...gates, excerptOf(negative)];
      }),
    );
  }
}

function csv(rows: readonly (readonly (string | number)[])[]): string {
  return `${Papa.unparse(rows as (string | number)[][], OPTIONS)}\n`;
}
