/** Columns for DuckDB as Arrow IPC, built from typed arrays. */

import {
  Bool,
  Float64,
  Int32,
  makeData,
  RecordBatch,
  Table,
  tableToIPC,
  Utf8,
  type Data,
} from 'apache-arrow';

/** UTF-8 texts one after the other; text i is `bytes[offsets[i] .. offsets[i + 1])`. */
export interface Utf8Texts {
  readonly bytes: Uint8Array;
  readonly offsets: Int32Array;
}

/** The columns of a table that are given, in its order (`tables.ts`), all of one length. */
export type Rows = Readonly<Record<string, Data>>;

/** Number of rows. @throws RangeError where columns differ in it: Arrow would fill the shorter ones */
export function rowsIn(rows: Rows): number {
  const [length = 0, ...others] = new Set(Object.values(rows).map((column) => column.length));
  if (others.length > 0) throw new RangeError('columns differ in length');
  return length;
}

/**
 * Rows as an Arrow IPC stream. Columns are built from typed arrays because arrow's own conversion of strings
 * (vectorFromArray) compiles code, which the page's content security policy forbids.
 */
export function toIpc(rows: Rows): Uint8Array {
  return tableToIPC(new Table(new RecordBatch(rows)), 'stream');
}

/** Numbers are copied: where two columns are views of one buffer, Arrow writes it once and DuckDB waits for the rest for ever. */
export function integers(values: ArrayLike<number>): Data {
  return makeData({ type: new Int32(), data: new Int32Array(values), nullCount: 0 });
}

/** NaN is null. */
export function doubles(values: ArrayLike<number>): Data {
  const data = new Float64Array(values);
  return makeData({ type: new Float64(), data, ...nulls(data.length, (row) => Number.isNaN(data[row])) });
}

/** 0 is false; null for a column of nulls. @param length of it */
export function truths(values: Uint8Array | null, length: number): Data {
  const data = bitsOf(length, (row) => values !== null && values[row] !== 0);
  return makeData({ type: new Bool(), length, data, ...nulls(length, () => values === null) });
}

export function texts(values: readonly (string | null)[]): Data {
  const data = new Uint8Array(values.reduce((sum, text) => sum + 3 * (text?.length ?? 0), 0));
  const valueOffsets = new Int32Array(values.length + 1);
  const encoder = new TextEncoder();
  let end = 0;
  for (const [index, text] of values.entries()) {
    if (text !== null) end += encoder.encodeInto(text, data.subarray(end)).written;
    valueOffsets[index + 1] = end;
  }
  const isNull = (row: number) => values[row] === null;
  return makeData({
    type: new Utf8(),
    data: data.subarray(0, end),
    valueOffsets,
    ...nulls(values.length, isNull),
  });
}

export function utf8({ bytes, offsets }: Utf8Texts): Data {
  return makeData({ type: new Utf8(), data: bytes, valueOffsets: offsets, nullCount: 0 });
}

function nulls(length: number, isNull: (row: number) => boolean) {
  // Below 0 they are counted where they are asked for.
  return { nullBitmap: bitsOf(length, (row) => !isNull(row)), nullCount: -1 };
}

/** Bits, lowest first, in bytes. */
function bitsOf(length: number, isSet: (index: number) => boolean): Uint8Array {
  const bits = new Uint8Array(Math.ceil(length / 8));
  for (let i = 0; i < length; i += 1) if (isSet(i)) bits[i >> 3] = (bits[i >> 3] as number) | (1 << (i & 7));
  return bits;
}
