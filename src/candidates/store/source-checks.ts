/** Counts that only a look at all records of a source can give. */

import type { Connection } from './database';

/** What only a look at all records of a source together can tell. */
export interface SourceChecks {
  /** Records all of whose negatives are known positives: of the record, or of another one with the same query. */
  readonly recordsOfKnownPositives: number;
  /** Records whose query id an earlier record has. */
  readonly duplicateQueryIds: number;
}

/** Counts over the records of one source that is being written or was written on this connection. */
export async function checkSource(connection: Connection, source: number): Promise<SourceChecks> {
  const known = await connection.query(
    `SELECT count(*)::INTEGER AS n FROM (
       SELECT n.record FROM negatives n JOIN records r ON r.source = n.source AND r.record = n.record
       LEFT JOIN (SELECT DISTINCT query, positive FROM records WHERE source = ${source}) p
         ON p.query = r.query AND p.positive = n.passage
       WHERE n.source = ${source} AND r.source = ${source}
       GROUP BY n.record HAVING bool_and(n.known_positive OR p.positive IS NOT NULL))`,
  );
  const repeated = await connection.query(
    `SELECT (count(query_id) - count(DISTINCT query_id))::INTEGER AS n FROM records WHERE source = ${source}`,
  );
  return {
    recordsOfKnownPositives: Number(known.getChild('n')?.get(0)),
    duplicateQueryIds: Number(repeated.getChild('n')?.get(0)),
  };
}
