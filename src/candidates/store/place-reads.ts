/** Where records and pairs stand in the file they were read from. */

import type { Int32, Utf8 } from 'apache-arrow';

import type { Connection } from './database';

/** Where pairs stand in the file. */
export interface PairOrigins {
  /** Place of the entry of each pair that was asked for, in that order. */
  readonly places: Int32Array;
  /** 0-based place of each of them among the texts of its entry, all lists of a draft one after the other. */
  readonly indices: Int32Array;
  /** The copies of these negatives that were removed as duplicates, in any order. */
  readonly copyPlaces: Int32Array;
  readonly copyIndices: Int32Array;
}

/** What is known of the records of one source beside their texts. */
export interface RecordHeads {
  readonly places: Int32Array;
  readonly queryIds: readonly (string | null)[];
}

/** Pairs asked for in one statement: bounds its text. */
const PAIRS_PER_QUERY = 20_000;

/** Place and query id of each record of a source, in record order. */
export async function readRecordHeads(connection: Connection, source: number): Promise<RecordHeads> {
  const found = await connection.query<{ place: Int32; query_id: Utf8 }>(
    `SELECT place, query_id FROM records WHERE source = ${source} ORDER BY record`,
  );
  const ids = found.getChild('query_id');
  return {
    places: Int32Array.from(found.getChild('place')?.toArray() ?? []),
    queryIds: Array.from({ length: found.numRows }, (_, row) => (ids?.get(row) as string | null) ?? null),
  };
}

/**
 * Where pairs of one source stand in its file.
 * @param records 0-based record of each pair
 * @param positions 0-based position of each pair's negative in its record
 */
export async function readOrigins(
  connection: Connection,
  source: number,
  records: Int32Array,
  positions: Int32Array,
): Promise<PairOrigins> {
  const places = new Int32Array(records.length);
  const indices = new Int32Array(records.length);
  const copyPlaces: number[] = [];
  const copyIndices: number[] = [];
  for (let start = 0; start < records.length; start += PAIRS_PER_QUERY) {
    const end = Math.min(start + PAIRS_PER_QUERY, records.length);
    const asked = Array.from(
      { length: end - start },
      (_, i) => `(${start + i}, ${records[start + i] as number}, ${positions[start + i] as number})`,
    );
    const values = `(VALUES ${asked.join()}) a(i, record, position)`;
    const found = await connection.query<{ i: Int32; place: Int32; idx: Int32 }>(
      `SELECT a.i, coalesce(n.place, r.place) AS place, n.idx FROM ${values}
       JOIN records r ON r.source = ${source} AND r.record = a.record
       JOIN negatives n ON n.source = ${source} AND n.record = a.record AND n.position = a.position`,
    );
    const foundPlaces = found.getChild('place')?.toArray() ?? new Int32Array(0);
    const foundIndices = found.getChild('idx')?.toArray() ?? new Int32Array(0);
    for (const [row, i] of (found.getChild('i')?.toArray() ?? new Int32Array(0)).entries()) {
      places[i] = foundPlaces[row] as number;
      indices[i] = foundIndices[row] as number;
    }
    const copies = await connection.query<{ place: Int32; idx: Int32 }>(
      `SELECT c.place, c.idx FROM ${values} JOIN copies c
         ON c.source = ${source} AND c.record = a.record AND c.position = a.position`,
    );
    copyPlaces.push(...(copies.getChild('place')?.toArray() ?? []));
    copyIndices.push(...(copies.getChild('idx')?.toArray() ?? []));
  }
  return {
    places,
    indices,
    copyPlaces: Int32Array.from(copyPlaces),
    copyIndices: Int32Array.from(copyIndices),
  };
}
