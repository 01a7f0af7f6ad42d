/** Texts that no record uses any more. */

import type { IdRecords } from '../../scoring/controls';
import type { Connection } from './database';
import type { TextTable } from './text-reads';

/** Ids in one statement: bounds DuckDB's memory beside tables that may be full. */
const WINDOW = 500_000;

/** The ids of the columns of sources that go which no column of those that stay has. */
export function orphansOf(
  gone: readonly Int32Array[],
  staying: readonly Int32Array[],
  end: number,
): number[] {
  /** 1: goes. */
  const flags = new Uint8Array(end);
  for (const ids of gone) for (const id of ids) flags[id] = 1;
  for (const ids of staying) for (const id of ids) flags[id] = 0;
  const orphans: number[] = [];
  for (let id = flags.indexOf(1); id >= 0; id = flags.indexOf(1, id + 1)) orphans.push(id);
  return orphans;
}

/** The columns of passages of sources. */
export function passagesOf(sources: readonly IdRecords[]): Int32Array[] {
  return sources.flatMap(({ positives, negatives }) => [positives, negatives]);
}

/** Deletes the unused texts with ids below `end`. */
export async function deleteOrphans(
  connection: Connection,
  { table, key, usedIn }: TextTable,
  end: number,
): Promise<void> {
  for (let first = 0; first < end; first += WINDOW) {
    const range = `BETWEEN ${first} AND ${first + WINDOW - 1}`;
    const used = usedIn.map(([user, column]) => `SELECT ${column} FROM ${user} WHERE ${column} ${range}`);
    await connection.query(
      `DELETE FROM ${table} WHERE ${key} ${range} AND ${key} NOT IN (${used.join(' UNION ')})`,
    );
  }
}
