/** The texts of single pairs, for a reader. */

import type { Int32 } from 'apache-arrow';

import type { PairText } from '../api';
import type { Connection } from './database';
import { findTitles, PASSAGES, QUERIES, readTexts } from './text-reads';

/**
 * Texts of pairs of one source.
 * @param records 0-based record of each pair
 * @param positions 0-based position of each pair's negative in its record
 */
export async function readPairTexts(
  connection: Connection,
  source: number,
  records: Int32Array,
  positions: Int32Array,
): Promise<PairText[]> {
  if (records.length === 0) return [];
  const asked = Array.from(records, (record, i) => `(${i}, ${record}, ${positions[i] as number})`);
  const found = await connection.query<{ query: Int32; positive: Int32; passage: Int32 }>(
    `SELECT r.query, r.positive, n.passage
     FROM (VALUES ${asked.join()}) a(i, record, position)
     JOIN records r ON r.source = ${source} AND r.record = a.record
     JOIN negatives n ON n.source = ${source} AND n.record = a.record AND n.position = a.position
     ORDER BY a.i`,
  );
  const column = (name: 'query' | 'positive' | 'passage'): Int32Array =>
    found.getChild(name)?.toArray() ?? new Int32Array(0);
  const queries = await readTexts(connection, QUERIES, column('query'));
  const positives = await readTexts(connection, PASSAGES, column('positive'));
  const negatives = await readTexts(connection, PASSAGES, column('passage'));
  const [positive, negative] = [
    await findTitles(connection, column('positive')),
    await findTitles(connection, column('passage')),
  ];
  return queries.map((query, i) => ({
    query,
    positive: positives[i] as string,
    negative: negatives[i] as string,
    titles: { positive: positive[i] as number, negative: negative[i] as number },
  }));
}
