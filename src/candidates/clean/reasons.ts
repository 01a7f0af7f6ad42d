/** The side file of an export: why each pair was removed. */

import Papa from 'papaparse';

import type { RemovedPairs } from '../api';
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
 * @param reasons in words, by index
 * @param removed the pairs of all batches, in their order
 */
export async function* writeReasons(
  file: string,
  reasons: readonly string[],
  removed: readonly Pick<RemovedPairs, 'markedBy' | 'notes'>[],
  batches: AsyncIterable<readonly RemovedRow[]>,
): AsyncGenerator<string> {
  yield csv([TITLES]);
  const [markedBy, notes] = [
    removed.flatMap((pairs) => pairs.markedBy),
    removed.flatMap((pairs) => pairs.notes),
  ];
  let row = 0;
  for await (const batch of batches) {
    yield csv(
      batch.map(({ place, source, record, queryId, position, reason, rho, eta, psi, negative }) => [
        ...[file, place, source, record, queryId ?? '', position, reasons[reason] ?? ''],
        ...[markedBy[row] ?? '', notes[row++] ?? ''],
        ...[rho, eta, psi].map((gate) => (Number.isNaN(gate) ? '' : gate)),
        excerptOf(negative),
      ]),
    );
  }
}

function csv(rows: readonly (readonly (string | number)[])[]): string {
  return `${Papa.unparse(rows as (string | number)[][], OPTIONS)}\n`;
}
