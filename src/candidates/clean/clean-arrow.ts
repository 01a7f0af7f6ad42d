/** Writes the rows of an Arrow file again as JSON Lines, without the removed pairs. */

import { Fault } from '../fault';
import { withDigits } from '../read/json';
import { cutValues } from './cut';
import type { Cleaning } from './removals';

/**
 * Writes what the reading gives of each row that stays; integers beyond 2^53 as texts of their digits.
 * @throws ExportError, FileChangedError, LoadCancelledError, UnreadableFileError
 */
export async function* cleanArrow({ open, removals, signal, onBytes }: Cleaning): AsyncGenerator<string> {
  for await (const entries of open.entries().chunks(signal, { onBytes })) {
    for (const { place, value } of entries) {
      const plan = removals.of(place, () => value);
      if (plan === 'goes' || value instanceof Fault) continue;
      const row = { ...value };
      if (plan !== 'stays') cutValues(row, plan.leaving);
      yield `${JSON.stringify(row, withDigits)}\n`;
    }
  }
}
