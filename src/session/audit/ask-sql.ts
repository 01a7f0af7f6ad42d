/** SQL over the pairs of the run and their marks. */

import { cancelledQuery } from '../../candidates/errors';
import type { WorkerPair } from '../../app/workers';
import type { SourceEntry } from '../files/file-entries.svelte';
import type { MarksState } from './marks.svelte';

/** What the answer to a statement depends on, beside the run; on marks only where it reads them. */
export function sqlAsked(sql: string, entries: readonly SourceEntry[], marks: MarksState) {
  return {
    sql,
    loaded: entries.map(({ loaded, name }) => [loaded.id, name]),
    marks: /\bmarks\b/i.test(sql) ? marks.version : null,
  };
}

/**
 * Fills the tables `pairs` and `marks` with those of now, then asks.
 * @param signal ends the wait for the tables @throws QueryCancelledError
 */
export async function askTables<Answer>(
  { candidates, engine }: WorkerPair,
  marks: MarksState,
  ask: (candidates: WorkerPair['candidates']) => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  const filled = engine.fillPairs().then(() => candidates.fillMarks(marks.marked()));
  const ended = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(cancelledQuery()));
  });
  await Promise.race([filled, ended]);
  return ask(candidates);
}

/** The pairs of a query. Its answer has the columns `source` (name or key), `record` and `position`. */
export function askedPairsSql(sql: string): string {
  return `WITH asked AS (
  SELECT coalesce(sources.name, answer.source::VARCHAR) AS source,
    TRY_CAST(answer.record AS INTEGER) AS record, TRY_CAST(answer.position AS INTEGER) AS position
  FROM query('${sql.replaceAll("'", "''")}') AS answer
  LEFT JOIN sources ON typeof(answer.source) <> 'VARCHAR' AND sources.source = TRY_CAST(answer.source AS INTEGER)
)
SELECT DISTINCT source, record, position FROM asked WHERE source IS NOT NULL
  AND record IS NOT NULL AND position IS NOT NULL`;
}

export function pairsOfQuerySql(query: string): string {
  return `SELECT source, record, position FROM pairs JOIN records USING (source, record) JOIN queries USING (query)
WHERE text = '${query.replaceAll("'", "''")}'`;
}
