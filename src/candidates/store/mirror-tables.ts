/** Copies what is loaded into DuckDB's tables (`tables.ts`). */

import type { Int32 } from 'apache-arrow';

import { CandidatesError } from '../errors';
import type { LoadedSource } from '../outcomes';
import {
  flags,
  integerRange,
  integers,
  optionalDoubles,
  optionalIntegers,
  same,
  texts as textColumn,
  utf8Texts,
} from './arrow';
import type { Connection } from './database';
import type { Rejects } from './rejects';
import { NONE, type SourceColumns } from './source-columns';
import type { Texts } from './texts';

/** Tables of distinct texts: the column of ids is named like the table's rows. */
export const TEXT_TABLES = ['queries', 'passages'] as const;
type TextTable = (typeof TEXT_TABLES)[number];

const KEYS = { queries: 'query', passages: 'passage' } as const;

/** Size of one insert: bounds the memory for it here and in DuckDB. */
const INSERT_BYTES = 4 * 1024 * 1024;
/** Memory of a row, about. */
const ROW_BYTES = 64;
const REJECTS_AT_ONCE = 5_000;

/** Rows of each table. */
export type RowCounts = Readonly<Record<string, number>>;

/** @throws StoreInsertError where a table has not the rows it was given: DuckDB may keep part of an insert without an error */
export async function checkRows(connection: Connection, given: RowCounts): Promise<void> {
  const counts = Object.keys(given).map((table) => `(SELECT count(*)::INTEGER FROM ${table}) AS ${table}`);
  const found = await connection.query<Record<string, Int32>>(`SELECT ${counts.join()}`);
  for (const [table, rows] of Object.entries(given)) {
    const held = Number(found.getChild(table)?.get(0));
    if (held === rows) continue;
    const reason = `it holds ${held} rows where ${rows} were given`;
    throw new CandidatesError('StoreInsertError', { table, reason });
  }
}

export async function copyTexts(
  connection: Connection,
  table: TextTable,
  parts: ReturnType<Texts['parts']>,
): Promise<void> {
  let rows = await connection.count(table);
  for (const { ids, texts } of parts) {
    await connection.insert(table, [integers(KEYS[table], ids), utf8Texts('text', texts)]);
    rows += ids.length;
  }
  await checkRows(connection, { [table]: rows });
}

export async function dropTexts(connection: Connection, table: TextTable, ids: Int32Array): Promise<void> {
  await connection.query('CREATE OR REPLACE TABLE gone(id INTEGER)');
  if (ids.length > 0) await connection.insert('gone', [integers('id', ids)]);
  await connection.query(`DELETE FROM ${table} WHERE ${KEYS[table]} IN (SELECT id FROM gone)`);
  await connection.query('DROP TABLE gone');
}

export async function dropSources(connection: Connection, ids: readonly number[]): Promise<void> {
  for (const table of ['records', 'negatives', 'pairs', 'marks'])
    await connection.query(`DELETE FROM ${table} WHERE source IN (${ids.join()})`);
}

/** Puts these sources into the place of all that are listed. */
export async function listSources(connection: Connection, sources: readonly LoadedSource[]): Promise<void> {
  await connection.inTransaction(async () => {
    await connection.query('DELETE FROM sources');
    await connection.insert('sources', [
      integers(
        'source',
        sources.map(({ id }) => id),
      ),
      textColumn(
        'name',
        sources.map(({ name }) => name),
      ),
      textColumn(
        'label',
        sources.map(({ label }) => label),
      ),
      textColumn(
        'file',
        sources.map(({ file }) => file),
      ),
      textColumn(
        'format',
        sources.map(({ format }) => format),
      ),
      optionalIntegers(
        'dimension',
        Int32Array.from(sources, ({ dimension }) => dimension ?? NONE),
        NONE,
      ),
    ]);
  });
}

/** @param names query ids, to which columns refer */
export async function copySource(
  connection: Connection,
  source: LoadedSource,
  columns: SourceColumns,
  names: Texts,
): Promise<void> {
  const { records, pairs } = source.counts;
  const rows = 2 * records + pairs;
  const step = Math.max(1, Math.floor((INSERT_BYTES * records) / (ROW_BYTES * rows)));
  for (let from = 0; from < records; from += step)
    await copyRecords(connection, columns, names, from, Math.min(from + step, records));
}

/** Rows of the records from `from` on and below `to`, and of their negatives. */
async function copyRecords(
  connection: Connection,
  columns: SourceColumns,
  names: Texts,
  from: number,
  to: number,
): Promise<void> {
  const { id, offsets, queryIds, scores } = columns;
  const [start, end] = [offsets[from] as number, offsets[to] as number];
  const record = new Int32Array(end - start);
  const position = new Int32Array(end - start);
  for (let row = from; row < to; row += 1) {
    const first = offsets[row] as number;
    const last = offsets[row + 1] as number;
    for (let pair = first; pair < last; pair += 1) {
      record[pair - start] = row;
      position[pair - start] = pair - first;
    }
  }
  const known = new Uint8Array(end - start);
  for (const pair of columns.knownPositives) if (pair >= start && pair < end) known[pair - start] = 1;
  await Promise.all([
    connection.insert('records', [
      same('source', id, to - from),
      integerRange('record', from, to - from),
      integers('place', columns.places.subarray(from, to)),
      textColumn(
        'query_id',
        Array.from(queryIds.subarray(from, to), (name) => names.text(name)),
      ),
      integers('query', columns.queries.subarray(from, to)),
      integers('positive', columns.positives.subarray(from, to)),
      optionalDoubles('positive_score', scores?.positives.subarray(from, to) ?? null, to - from),
    ]),
    connection.insert('negatives', [
      same('source', id, end - start),
      integers('record', record),
      integers('position', position),
      integers('passage', columns.negatives.subarray(start, end)),
      flags('known_positive', known, end - start),
      optionalDoubles('score', scores?.negatives.subarray(start, end) ?? null, end - start),
    ]),
  ]);
}

/** Puts the rejects of a file into the place of those that are there. */
export async function copyRejects(connection: Connection, file: number, rejects: Rejects): Promise<void> {
  await connection.query(`DELETE FROM rejects WHERE file_id = ${file}`);
  for (const part of rejects.parts(file, REJECTS_AT_ONCE)) {
    await connection.insert('rejects', [
      same('file_id', file, part.length),
      textColumn(
        'file',
        part.map((reject) => reject.file),
      ),
      textColumn(
        'place_kind',
        part.map(({ placeKind }) => placeKind),
      ),
      integers(
        'place',
        part.map(({ place }) => place),
      ),
      textColumn(
        'record',
        part.map(({ record }) => record),
      ),
      textColumn(
        'code',
        part.map(({ code }) => code),
      ),
      textColumn(
        'field',
        part.map(({ field }) => field),
      ),
      textColumn(
        'message',
        part.map(({ message }) => message),
      ),
      textColumn(
        'excerpt',
        part.map(({ excerpt }) => excerpt),
      ),
    ]);
  }
}
