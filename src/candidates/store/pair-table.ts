/** The table `pairs` for SQL: what a run measured and found. */

import { FINDINGS } from '../../scoring/findings';
import type { FlatPairs } from '../../scoring/flat-pairs';
import { doubles, flags, integers } from './arrow';
import type { Connection } from './database';
import { checkRows } from './mirror-tables';

/**
 * Replaces the pairs in the table by those of a run, all or none.
 * @param removed sources of the run that were removed since: their pairs are left out
 * @throws StoreInsertError, StoreFullError
 */
export async function fillPairs(
  connection: Connection,
  pairs: FlatPairs,
  removed: readonly number[],
): Promise<void> {
  const given = pairs.source.length;
  await connection.inTransaction(async () => {
    await connection.query('DELETE FROM pairs');
    if (given === 0) return;
    await connection.insert('pairs', [
      integers('source', pairs.source),
      integers('record', pairs.record),
      integers('position', pairs.position),
      integers('passage', pairs.negative),
      doubles('m', pairs.margin),
      doubles('l', pairs.locality),
      doubles('distance', pairs.distance),
      doubles('coverage', pairs.coverage),
      doubles('overlap', pairs.overlap),
      ...FINDINGS.map(({ id }) => flags(id, pairs.findings[id], given)),
      flags('unrelated', pairs.unrelated, given),
      doubles('suspicion', pairs.suspicion),
    ]);
    await checkRows(connection, { pairs: given });
    if (removed.length > 0) await connection.query(`DELETE FROM pairs WHERE source IN (${removed.join()})`);
  });
}
