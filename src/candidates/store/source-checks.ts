/** Counts over all records of a source. */

import type { Connection } from './database';

/** How often the most frequent text stands in a source: records for queries and positives, pairs for negatives. */
export interface Repeats {
  readonly query: number;
  readonly positive: number;
  readonly negative: number;
}

/** Counts over all records of a source. */
export interface SourceChecks {
  /** Records all of whose negatives are known positives: of the record, or of another one with the same query. */
  readonly recordsOfKnownPositives: number;
  /** Records whose query id an earlier record has. */
  readonly duplicateQueryIds: number;
  readonly repeats: Repeats;
}

/** @param connection the one that writes the source: it is not committed yet */
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
    repeats: {
      query: await mostOf(connection, 'records', 'query', source),
      positive: await mostOf(connection, 'records', 'positive', source),
      negative: await mostOf(connection, 'negatives', 'passage', source),
    },
  };
}

/** How often the most frequent text of a column stands in it. */
async function mostOf(
  connection: Connection,
  table: string,
  column: string,
  source: number,
): Promise<number> {
  const most = await connection.query(
    `SELECT coalesce(max(n), 0)::INTEGER AS n
       FROM (SELECT count(*) AS n FROM ${table} WHERE source = ${source} GROUP BY ${column})`,
  );
  return Number(most.getChild('n')?.get(0));
}
