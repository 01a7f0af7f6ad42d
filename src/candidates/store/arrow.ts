/** Columns for DuckDB as Arrow IPC, built from typed arrays. */

import { Bool, Float64, Int32, makeData, RecordBatch, Table, tableToIPC, Utf8 } from 'apache-arrow';
import type { Data, DataType } from 'apache-arrow';

import type { Utf8Texts } from './texts';

/** One column of rows that go into a DuckDB table. */
export type Column = readonly [name: string, data: Data];

/*
 * Built from typed arrays because arrow's own conversion of strings (vectorFromArray) compiles code, which the page's
 * content security policy forbids.
 */

/** What Arrow makes a column of, beside its type and length. */
interface Buffers {
  readonly data: Int32Array | Float64Array | Uint8Array;
  readonly valueOffsets?: Int32Array;
}

/** @param isPresent where a row is not null; null where none is */
function columnOf(
  name: string,
  type: DataType,
  length: number,
  buffers: Buffers,
  isPresent: ((row: number) => boolean) | null = null,
): Column {
  const nullBitmap = isPresent === null ? undefined : bitsOf(length, isPresent);
  // Below 0 nulls are counted where they are asked for.
  const nullCount = isPresent === null ? 0 : -1;
  return [name, makeData({ type, length, nullCount, nullBitmap, ...buffers } as never)];
}

export function integers(name: string, values: ArrayLike<number>): Column {
  return columnOf(name, new Int32(), values.length, { data: new Int32Array(values) });
}

/**
 * Copies the values: where two columns are views of one buffer, Arrow writes it once and DuckDB waits for the rest
 * for ever, without an error.
 */
export function doubles(name: string, values: Float64Array): Column {
  return columnOf(name, new Float64(), values.length, { data: values.slice() });
}

/** One number in every row. */
export function same(name: string, value: number, count: number): Column {
  return integers(name, new Int32Array(count).fill(value));
}

/** As {@link doubles}, with null in the place of NaN; all null without values. */
export function optionalDoubles(name: string, values: Float64Array | null, length: number): Column {
  const isPresent = (row: number) => values !== null && !Number.isNaN(values[row]);
  const data = values?.slice() ?? new Float64Array(length);
  return columnOf(name, new Float64(), length, { data }, isPresent);
}

/** A column of truths from bytes, 0 for false; all null without values. */
export function flags(name: string, values: Uint8Array | null, length: number): Column {
  const data = bitsOf(length, (row) => Boolean(values?.[row]));
  return columnOf(name, new Bool(), length, { data }, values === null ? () => false : null);
}

/** Bits, lowest first, in bytes. */
function bitsOf(length: number, isSet: (index: number) => boolean): Uint8Array {
  const bits = new Uint8Array(Math.ceil(length / 8));
  for (let i = 0; i < length; i += 1) if (isSet(i)) bits[i >> 3] = (bits[i >> 3] as number) | (1 << (i & 7));
  return bits;
}

export function texts(name: string, values: readonly (string | null)[]): Column {
  const room = new Uint8Array(values.reduce((sum, text) => sum + 3 * (text?.length ?? 0), 0));
  const valueOffsets = new Int32Array(values.length + 1);
  const encoder = new TextEncoder();
  let end = 0;
  for (const [index, text] of values.entries()) {
    if (text !== null) end += encoder.encodeInto(text, room.subarray(end)).written;
    valueOffsets[index + 1] = end;
  }
  const buffers = { data: room.subarray(0, end), valueOffsets };
  return columnOf(name, new Utf8(), values.length, buffers, (row) => values[row] !== null);
}

/** A column of texts for each of some keys of objects. */
export function textColumns<Key extends string>(
  rows: readonly Readonly<Record<Key, string | null>>[],
  keys: readonly Key[],
): Column[] {
  return keys.map((key) =>
    texts(
      key,
      rows.map((row) => row[key]),
    ),
  );
}

/** A column of texts that are UTF-8 already, none of them null. */
export function utf8Texts(name: string, { bytes, offsets }: Utf8Texts): Column {
  return columnOf(name, new Utf8(), offsets.length - 1, { data: bytes, valueOffsets: offsets });
}

/** The columns as an Arrow IPC stream. @throws RangeError where their lengths differ: Arrow would fill the shorter ones */
export function toIpc(columns: readonly Column[]): Uint8Array {
  if (new Set(columns.map(([, { length }]) => length)).size > 1)
    throw new RangeError('columns differ in length');
  return tableToIPC(new Table(new RecordBatch(Object.fromEntries(columns))), 'stream');
}
