/** Columns for DuckDB as Arrow IPC, built from typed arrays. */

import {
  Bool,
  Field,
  Float64,
  Int32,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableToIPC,
  Utf8,
} from 'apache-arrow';
import type { Data, DataType } from 'apache-arrow';

import type { Utf8Texts } from './texts';

/** One column of rows that go into a DuckDB table. */
export interface Column {
  readonly field: Field;
  readonly data: Data;
}

/*
 * Built from typed arrays because arrow's own conversion of strings (vectorFromArray) compiles code, which the page's
 * content security policy forbids.
 */

/** What Arrow makes a column of, beside its type and length. */
type Buffers = Partial<Pick<Data, 'values' | 'valueOffsets'>>;

/** @param isPresent where a row is not null; null where none is */
function columnOf<Type extends DataType>(
  name: string,
  type: Type,
  length: number,
  { values, valueOffsets }: Buffers,
  isPresent: ((row: number) => boolean) | null = null,
): Column {
  const nullBitmap = isPresent === null ? undefined : bitsOf(length, isPresent);
  let nullCount = 0;
  if (isPresent !== null) for (let row = 0; row < length; row += 1) nullCount += Number(!isPresent(row));
  const parts = { type, length, nullCount, nullBitmap, data: values, valueOffsets };
  return { field: new Field(name, type, isPresent !== null), data: makeData(parts as never) };
}

export function integers(name: string, values: ArrayLike<number>): Column {
  return columnOf(name, new Int32(), values.length, { values: new Int32Array(values) });
}

/**
 * Copies the values: where two columns are views of one buffer, Arrow writes it once and DuckDB waits for the rest
 * for ever, without an error.
 */
export function doubles(name: string, values: Float64Array): Column {
  return columnOf(name, new Float64(), values.length, { values: values.slice() });
}

/** One number in every row. */
export function same(name: string, value: number, count: number): Column {
  return integers(name, new Int32Array(count).fill(value));
}

/** As {@link doubles}, with null in the place of NaN; all null without values. */
export function optionalDoubles(name: string, values: Float64Array | null, length: number): Column {
  const isPresent = (row: number) => values !== null && !Number.isNaN(values[row]);
  return columnOf(
    name,
    new Float64(),
    length,
    { values: values?.slice() ?? new Float64Array(length) },
    isPresent,
  );
}

/** A column of truths from bytes, 0 for false; all null without values. */
export function flags(name: string, values: Uint8Array | null, length: number): Column {
  const isPresent = values === null ? () => false : null;
  return columnOf(
    name,
    new Bool(),
    length,
    { values: bitsOf(length, (row) => Boolean(values?.[row])) },
    isPresent,
  );
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
  const buffers = { values: room.subarray(0, end), valueOffsets };
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
  return columnOf(name, new Utf8(), offsets.length - 1, { values: bytes, valueOffsets: offsets });
}

/** The columns as an Arrow IPC stream. */
export function toIpc(columns: readonly Column[]): Uint8Array {
  const fields = columns.map(({ field }) => field);
  const schema = new Schema(fields);
  const children = columns.map(({ data }) => data);
  const data = makeData({
    type: new Struct(fields),
    length: children[0]?.length ?? 0,
    nullCount: 0,
    children,
  });
  return tableToIPC(new Table(schema, [new RecordBatch(schema, data)]), 'stream');
}
