/** The table `marks`: what the user says of pairs, for queries. The page holds the marks; this is their copy. */

import type { MarkedPairs } from '../marks/marks';
import { integers, texts } from './arrow';
import type { Connection } from './database';

/**
 * Puts marks of pairs in the place of those that these pairs have; code 0 without a note leaves none.
 * @throws StoreInsertError
 * @throws StoreFullError
 */
export async function setMarks(connection: Connection, pairs: MarkedPairs): Promise<void> {
  const { source, records, positions, marks, notes } = pairs;
  await connection.inTransaction(async () => {
    await connection.query(
      'CREATE TEMP TABLE marking(source INTEGER, record INTEGER, position INTEGER, mark INTEGER, note VARCHAR)',
    );
    await connection.insert('marking', [
      integers('source', new Int32Array(records.length).fill(source)),
      integers('record', records),
      integers('position', positions),
      integers('mark', marks),
      texts('note', notes ?? new Array<string>(records.length).fill('')),
    ]);
    await connection.query(
      'DELETE FROM marks USING marking m WHERE (marks.source, marks.record, marks.position) = (m.source, m.record, m.position)',
    );
    await connection.query(`INSERT INTO marks SELECT * FROM marking WHERE mark > 0 OR note <> ''`);
    await connection.query('DROP TABLE marking');
  });
}
