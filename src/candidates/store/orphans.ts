/** Deletes texts that no record uses any more. */

import type { Int32 } from 'apache-arrow';

import type { Connection } from './database';
import type { TextTable } from './text-reads';

/** Ids in one statement: bounds DuckDB's memory beside tables that may be full. */
const WINDOW = 500_000;

/** Deletes the unused texts with ids below `end`; returns their ids. */
export async function deleteOrphans(
  connection: Connection,
  { table, key, usedIn }: TextTable,
  end: number,
): Promise<number[]> {
  const deleted: number[] = [];
  for (let first = 0; first < end; first += WINDOW) {
    const range = `BETWEEN ${first} AND ${first + WINDOW - 1}`;
    const used = usedIn.map(([user, column]) => `SELECT ${column} FROM ${user} WHERE ${column} ${range}`);
    const result = await connection.query<{ id: Int32 }>(
      `DELETE FROM ${table} WHERE ${key} ${range} AND ${key} NOT IN (${used.join(' UNION ')}) RETURNING ${key} AS id`,
    );
    for (const id of result.getChild('id')?.toArray() ?? []) deleted.push(id);
  }
  return deleted;
}
