/** The table `pairs` as columns, and the beginnings of texts for a list of pairs. */

import type { DataType, Table } from 'apache-arrow';

import { FINDINGS, type FindingColumns, type FindingId } from '../../scoring/findings';
import type { FlatPairs } from '../../scoring/flat-pairs';
import type { Excerpts } from '../faces';
import type { Connection } from './database';
import { PASSAGES, QUERIES, readTexts } from './text-reads';

/** All pairs that the last run filled in, by source, record and position. */
export async function readFlatPairs(connection: Connection): Promise<FlatPairs> {
  const flags = [...FINDINGS.map(({ id }) => id), 'unrelated']
    .map((id) => `${id}::INTEGER AS ${id}`)
    .join(', ');
  const table = await connection.query<Record<string, DataType>>(
    `SELECT p.source, p.record, p.position, r.query, r.positive, p.passage, m, l, distance, coverage, suspicion,
       ${flags}
     FROM pairs p JOIN records r USING (source, record)
     ORDER BY p.source, p.record, p.position`,
  );
  return {
    source: column(table, 'source', Int32Array),
    record: column(table, 'record', Int32Array),
    position: column(table, 'position', Int32Array),
    query: column(table, 'query', Int32Array),
    positive: column(table, 'positive', Int32Array),
    negative: column(table, 'passage', Int32Array),
    margin: column(table, 'm', Float64Array),
    locality: column(table, 'l', Float64Array),
    distance: column(table, 'distance', Float64Array),
    coverage: column(table, 'coverage', Float64Array),
    suspicion: column(table, 'suspicion', Float64Array),
    findings: Object.fromEntries(FINDINGS.map(({ id }) => [id, flag(table, id)])) as FindingColumns,
    unrelated: flag(table, 'unrelated'),
  };
}

/**
 * The first characters of texts, by their ids.
 * @throws UnknownSourceError for an id that has no text (any more)
 */
export async function readExcerpts(
  connection: Connection,
  ids: { readonly queries: Int32Array; readonly passages: Int32Array },
  characters: number,
): Promise<Excerpts> {
  return {
    queries: await readTexts(connection, QUERIES, ids.queries, characters),
    passages: await readTexts(connection, PASSAGES, ids.passages, characters),
  };
}

type Columns = Table<Record<string, DataType>>;

/** A column of its own memory, which may be handed over. */
function column<T extends Int32Array | Float64Array>(
  table: Columns,
  name: string,
  Kind: { new (values: ArrayLike<number>): T },
): T {
  return new Kind((table.getChild(name)?.toArray() ?? []) as ArrayLike<number>);
}

/** Null where it was looked for in no source; a source in which it was not has none of it. */
function flag(table: Columns, id: FindingId | 'unrelated'): Uint8Array | null {
  const found = table.getChild(id);
  if (found === null || found.nullCount === table.numRows) return null;
  return Uint8Array.from({ length: table.numRows }, (_, row) => Number(found.get(row) ?? 0));
}
