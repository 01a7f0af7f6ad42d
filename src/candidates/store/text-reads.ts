/** Texts by their ids. */

import type { Int32, Utf8 } from 'apache-arrow';

import type { Connection } from './database';
import { CandidatesError } from '../errors';

/** A table of distinct texts: ids in the column `key`, in ascending order, texts in `text`. */
export interface TextTable {
  readonly table: 'queries' | 'passages';
  readonly key: 'query' | 'passage';
  /** Tables and their columns that refer to the ids. */
  readonly usedIn: readonly (readonly [table: string, column: string])[];
}

export const QUERIES: TextTable = { table: 'queries', key: 'query', usedIn: [['records', 'query']] };
export const PASSAGES: TextTable = {
  table: 'passages',
  key: 'passage',
  usedIn: [
    ['records', 'positive'],
    ['negatives', 'passage'],
  ],
};

/** Ids in one statement: bounds the memory of DuckDB and of the answer. */
const IDS_PER_QUERY = 16_384;

/** Ids are read as a range from this share of it on. */
const DENSE_SHARE = 1 / 4;

/**
 * The texts of the ids, in their order.
 * @throws UnknownSourceError for an id that has no text (any more)
 */
export async function readTexts(
  connection: Connection,
  where: TextTable,
  ids: Int32Array,
  characters: number | null = null,
): Promise<string[]> {
  return allFound(where, ids, await findTexts(connection, where, ids, characters));
}

/** @throws UnknownSourceError for an id that has no text (any more) */
export function allFound(where: TextTable, ids: Int32Array, texts: readonly (string | null)[]): string[] {
  return texts.map((text, i) => {
    if (text !== null) return text;
    throw new CandidatesError('UnknownSourceError', { what: `The source of ${where.key} ${ids[i]}` });
  });
}

/**
 * As `readTexts`; null where an id has no text (any more).
 * @param characters of each text at most; null for all
 */
export async function findTexts(
  connection: Connection,
  where: TextTable,
  ids: Int32Array,
  characters: number | null,
): Promise<(string | null)[]> {
  const ascending = Int32Array.from(new Set(ids)).sort();
  const texts = new Map<number, string>();
  for (let start = 0; start < ascending.length; start += IDS_PER_QUERY) {
    await readPart(connection, where, ascending.subarray(start, start + IDS_PER_QUERY), characters, texts);
  }
  return Array.from(ids, (id) => texts.get(id) ?? null);
}

/**
 * Reads distinct ascending ids into `texts`. The bounds are written into the statement because DuckDB leaves out
 * parts of a table by them (it does not by parameters); a list in a string costs it half of what `IN (1, 2, …)` does.
 */
async function readPart(
  connection: Connection,
  { table, key }: TextTable,
  ids: Int32Array,
  characters: number | null,
  texts: Map<number, string>,
): Promise<void> {
  const first = ids[0] as number;
  const last = ids.at(-1) as number;
  const range = `${key} BETWEEN ${first} AND ${last}`;
  const dense = ids.length >= DENSE_SHARE * (last - first + 1);
  const chosen = dense
    ? range
    : `${range} AND ${key} IN (SELECT unnest(string_split('${ids.join()}', ','))::INTEGER)`;
  const text = characters === null ? 'text' : `left(text, ${characters})`;
  const result = await connection.query<{ id: Int32; text: Utf8 }>(
    `SELECT ${key} AS id, ${text} AS text FROM ${table} WHERE ${chosen}`,
  );
  const wanted = dense ? new Set(ids) : null;
  for (const batch of result.batches) {
    const found = batch.getChild('id')?.toArray() ?? new Int32Array(0);
    const column = batch.getChild('text');
    for (const [row, id] of found.entries()) {
      if (wanted === null || wanted.has(id)) texts.set(id, column?.get(row) ?? '');
    }
  }
}
