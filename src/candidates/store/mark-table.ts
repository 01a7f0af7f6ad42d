/** The table `marks` for SQL. The marks themselves are on the page. */

import type { MarkedPairs } from '../marks/marks';
import { integers, same, texts } from './arrow';
import type { Connection } from './database';

/**
 * Replaces all marks in the table.
 * @throws StoreInsertError, StoreFullError
 */
export async function fillMarks(connection: Connection, sources: readonly MarkedPairs[]): Promise<void> {
  await connection.inTransaction(async () => {
    await connection.query('DELETE FROM marks');
    for (const { source, records, positions, marks, notes, verdicts, judges } of sources) {
      if (records.length === 0) continue;
      await connection.insert('marks', [
        same('source', source, records.length),
        integers('record', records),
        integers('position', positions),
        integers('mark', marks),
        texts('note', notes),
        integers('verdict', verdicts),
        texts('judges', judges),
      ]);
    }
  });
}
