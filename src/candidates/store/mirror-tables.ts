/** Fills DuckDB's tables (`tables.ts`) with what is loaded, what a run measured, and marks. */

import type { Int32 } from 'apache-arrow';

import { CandidatesError } from '../errors';
import type { Reject } from '../candidate-record';
import type { MarkedPairs } from '../marks/marks';
import type { LoadedSource } from '../outcomes';
import { FINDINGS } from '../../scoring/findings';
import type { FlatPairs } from '../../scoring/flat-pairs';
import { recordsOfPairs } from '../../scoring/pairs';
import {
  doubles,
  flags,
  integers,
  optionalDoubles,
  same,
  textColumns,
  texts as textColumn,
  utf8Texts,
  type Column,
} from './arrow';
import type { Connection } from './database';
import type { SourceColumns } from './source-columns';
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

/** Adds texts with new ids. */
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

/** Drops texts that no record has. */
export async function dropOrphans(connection: Connection): Promise<void> {
  await connection.query('DELETE FROM queries WHERE query NOT IN (SELECT query FROM records)');
  await connection.query(
    'DELETE FROM passages WHERE passage NOT IN (SELECT positive FROM records UNION ALL SELECT passage FROM negatives)',
  );
  // DuckDB keeps deleted rows until then.
  await connection.query('CHECKPOINT');
}

export async function dropSources(connection: Connection, ids: readonly number[]): Promise<void> {
  for (const table of ['records', 'negatives', 'pairs', 'marks'])
    await connection.query(`DELETE FROM ${table} WHERE source IN (${ids.join()})`);
}

/** Puts rows into the place of those that are there: all of them, or none. @param where which rows these are */
async function replaceRows(
  connection: Connection,
  table: string,
  where: string,
  parts: Iterable<readonly Column[]>,
): Promise<void> {
  await connection.inTransaction(async () => {
    await connection.query(`DELETE FROM ${table} WHERE ${where}`);
    let rows = await connection.count(table);
    for (const columns of parts) {
      await connection.insert(table, columns);
      rows += columns[0]?.data.length ?? 0;
    }
    await checkRows(connection, { [table]: rows });
  });
}

/** Puts these sources into the place of all that are listed. */
export async function listSources(connection: Connection, sources: readonly LoadedSource[]): Promise<void> {
  const ids = Int32Array.from(sources, ({ id }) => id);
  const dimensions = Float64Array.from(sources, ({ dimension }) => dimension ?? NaN);
  await replaceRows(connection, 'sources', 'true', [
    [
      integers('source', ids),
      ...textColumns(sources, ['name', 'label', 'file', 'format']),
      optionalDoubles('dimension', dimensions, sources.length),
    ],
  ]);
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
  const { id, queryIds, scores } = columns;
  const offsets = columns.offsets.subarray(from, to + 1);
  const [start, end] = [offsets[0] as number, offsets[to - from] as number];
  const records = recordsOfPairs(offsets.map((offset) => offset - start));
  const known = new Uint8Array(end - start);
  for (const pair of columns.knownPositives) if (pair >= start && pair < end) known[pair - start] = 1;
  await Promise.all([
    connection.insert('records', [
      same('source', id, to - from),
      integers(
        'record',
        new Int32Array(to - from).map((_, row) => from + row),
      ),
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
      integers(
        'record',
        records.map((row) => from + row),
      ),
      integers(
        'position',
        records.map((row, pair) => start + pair - (offsets[row] as number)),
      ),
      integers('passage', columns.negatives.subarray(start, end)),
      flags('known_positive', known, end - start),
      optionalDoubles('score', scores?.negatives.subarray(start, end) ?? null, end - start),
    ]),
  ]);
}

/** Puts the rejects of a file into the place of those that are there. */
export async function copyRejects(
  connection: Connection,
  file: number,
  rejects: readonly Reject[],
): Promise<void> {
  await replaceRows(connection, 'rejects', `file_id = ${file}`, rejectParts(file, rejects));
}

function* rejectParts(file: number, rejects: readonly Reject[]): Generator<Column[]> {
  for (let from = 0; from < rejects.length; from += REJECTS_AT_ONCE) {
    const part = rejects.slice(from, from + REJECTS_AT_ONCE);
    const rows = part.map(({ placeKind, ...reject }) => ({ ...reject, place_kind: placeKind }));
    const places = Int32Array.from(part, ({ place }) => place);
    yield [
      same('file_id', file, part.length),
      ...textColumns(rows, ['file', 'place_kind']),
      integers('place', places),
      ...textColumns(rows, ['record', 'code', 'field', 'message', 'excerpt']),
    ];
  }
}

/**
 * Replaces the pairs in the table by those of a run, all or none.
 * @param removed sources of the run that were removed since: their pairs are left out
 * @throws StoreInsertError, StoreFullError
 */
export async function fillPairs(
  connection: Connection,
  pairs: FlatPairs,
  removed: readonly number[],
): Promise<void> {
  const given = pairs.source.length;
  const columns = [
    integers('source', pairs.source),
    integers('record', pairs.record),
    integers('position', pairs.position),
    integers('passage', pairs.negative),
    doubles('m', pairs.margin),
    doubles('l', pairs.locality),
    doubles('distance', pairs.distance),
    doubles('coverage', pairs.coverage),
    doubles('overlap', pairs.overlap),
    ...FINDINGS.map(({ id }) => flags(id, pairs.findings[id], given)),
    flags('unrelated', pairs.unrelated, given),
    doubles('suspicion', pairs.suspicion),
  ];
  await replaceRows(connection, 'pairs', 'true', given === 0 ? [] : [columns]);
  if (removed.length > 0) await connection.query(`DELETE FROM pairs WHERE source IN (${removed.join()})`);
}

/**
 * Replaces all marks in the table; the marks themselves are on the page.
 * @throws StoreInsertError, StoreFullError
 */
export async function fillMarks(connection: Connection, sources: readonly MarkedPairs[]): Promise<void> {
  const marked = sources.filter(({ records }) => records.length > 0);
  await replaceRows(
    connection,
    'marks',
    'true',
    marked.map(({ source, records, positions, marks, notes, verdicts, judges }) => [
      same('source', source, records.length),
      integers('record', records),
      integers('position', positions),
      integers('mark', marks),
      textColumn('note', notes),
      integers('verdict', verdicts),
      textColumn('judges', judges),
    ]),
  );
}
