/** Rows for DuckDB as Arrow IPC, built from typed arrays. */

import { Bool, Float64, Int32, makeData, RecordBatch, Table, tableToIPC, Utf8 } from 'apache-arrow';
import type { Data, DataType } from 'apache-arrow';

import { givenColumns, type TableName } from './tables';

/** UTF-8 texts one after the other; text i is `bytes[offsets[i] .. offsets[i + 1])`. */
export interface Utf8Texts {
  readonly bytes: Uint8Array;
  readonly offsets: Int32Array;
}

/** The values of a column: numbers (or truths, 0 for false), or texts. Null and NaN are null in DuckDB. */
export type Values = ArrayLike<number> | readonly (string | null)[] | Utf8Texts;

/** The values of the columns of a table; null where all are null. */
export type Rows = Readonly<Record<string, Values | null>>;

/** Number of rows. @throws RangeError where columns differ in it: Arrow would fill the shorter ones */
export function rowsIn(rows: Rows): number {
  const lengths = new Set(Object.values(rows).flatMap((values) => (values === null ? [] : lengthOf(values))));
  if (lengths.size > 1) throw new RangeError('columns differ in length');
  const [length = 0] = lengths;
  return length;
}

function lengthOf(values: Values): number {
  return 'offsets' in values ? values.offsets.length - 1 : values.length;
}

/** Rows of a table as an Arrow IPC stream. @throws RangeError as {@link rowsIn} */
export function toIpc(table: TableName, rows: Rows): Uint8Array {
  const length = rowsIn(rows);
  const columns = givenColumns(table).map(([name, type]) => {
    return [name, columnOf(type, rows[name] ?? null, length)] as const;
  });
  return tableToIPC(new Table(new RecordBatch(Object.fromEntries(columns))), 'stream');
}

const TYPES: Readonly<Record<string, DataType>> = {
  INTEGER: new Int32(),
  DOUBLE: new Float64(),
  BOOLEAN: new Bool(),
  VARCHAR: new Utf8(),
};

/**
 * Built from typed arrays because arrow's own conversion of strings (vectorFromArray) compiles code, which the page's content
 * security policy forbids. Values are copied: where two columns are views of one buffer, Arrow writes it once and DuckDB
 * waits for the rest for ever, without an error.
 */
function columnOf(type: string, values: Values | null, length: number): Data {
  if (values !== null && 'offsets' in values)
    return makeColumn(type, length, { data: values.bytes, valueOffsets: values.offsets }, null);
  const given = values ?? new Array<null>(length).fill(null);
  const isPresent = (row: number) => given[row] !== null && !Number.isNaN(given[row]);
  return makeColumn(type, length, buffersOf(type, given), given instanceof Int32Array ? null : isPresent);
}

function buffersOf(type: string, values: ArrayLike<number | string | null>): Buffers {
  if (type === 'VARCHAR') return encoded(values as readonly (string | null)[]);
  const numbers = values as ArrayLike<number>;
  if (type === 'INTEGER') return { data: new Int32Array(numbers) };
  if (type === 'DOUBLE') return { data: new Float64Array(numbers) };
  return { data: bitsOf(numbers.length, (row) => Boolean(numbers[row])) };
}

function encoded(texts: readonly (string | null)[]): Buffers {
  const room = new Uint8Array(texts.reduce((sum, text) => sum + 3 * (text?.length ?? 0), 0));
  const valueOffsets = new Int32Array(texts.length + 1);
  const encoder = new TextEncoder();
  let end = 0;
  for (const [index, text] of texts.entries()) {
    if (text !== null) end += encoder.encodeInto(text, room.subarray(end)).written;
    valueOffsets[index + 1] = end;
  }
  return { data: room.subarray(0, end), valueOffsets };
}

interface Buffers {
  readonly data: Int32Array | Float64Array | Uint8Array;
  readonly valueOffsets?: Int32Array;
}

/** @param isPresent where a row is not null; null where none is */
function makeColumn(
  type: string,
  length: number,
  buffers: Buffers,
  isPresent: ((row: number) => boolean) | null,
): Data {
  const nullBitmap = isPresent === null ? undefined : bitsOf(length, isPresent);
  // Below 0 nulls are counted where they are asked for.
  const nullCount = isPresent === null ? 0 : -1;
  return makeData({ type: TYPES[type], length, nullCount, nullBitmap, ...buffers } as never);
}

/** Bits, lowest first, in bytes. */
function bitsOf(length: number, isSet: (index: number) => boolean): Uint8Array {
  const bits = new Uint8Array(Math.ceil(length / 8));
  for (let i = 0; i < length; i += 1) if (isSet(i)) bits[i >> 3] = (bits[i >> 3] as number) | (1 << (i & 7));
  return bits;
}
