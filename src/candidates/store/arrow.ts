/** Columns for DuckDB as Arrow IPC, built from typed arrays. */

import {
  Bool,
  Field,
  Float64,
  Int32,
  List,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableToIPC,
  Utf8,
} from 'apache-arrow';
import type { Data } from 'apache-arrow';

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

export function integers(name: string, values: ArrayLike<number>): Column {
  const type = new Int32();
  const data = new Int32Array(values);
  const field = new Field(name, type, false);
  return { field, data: makeData({ type, length: values.length, nullCount: 0, data }) };
}

/**
 * Copies the values: where two columns are views of one buffer, Arrow writes it once and DuckDB waits for the rest
 * for ever, without an error.
 */
export function doubles(name: string, values: Float64Array): Column {
  const type = new Float64();
  const data = makeData({ type, length: values.length, nullCount: 0, data: values.slice() });
  return { field: new Field(name, type, false), data };
}

/** One number in every row. */
export function same(name: string, value: number, count: number): Column {
  return integers(name, new Int32Array(count).fill(value));
}

/** As {@link integers}, with null in the place of `none`. */
export function optionalIntegers(name: string, values: Int32Array, none: number): Column {
  const type = new Int32();
  const validity = presence(values.length, (i) => values[i] !== none);
  return {
    field: new Field(name, type, true),
    data: makeData({ type, ...validity, data: values.slice() }),
  };
}

/** As {@link doubles}, with null in the place of NaN; all null without values. */
export function optionalDoubles(name: string, values: Float64Array | null, length: number): Column {
  const type = new Float64();
  const data = values?.slice() ?? new Float64Array(length);
  const validity = presence(length, (i) => values !== null && !Number.isNaN(values[i]));
  return { field: new Field(name, type, true), data: makeData({ type, ...validity, data }) };
}

export function booleans(name: string, values: ArrayLike<boolean | number>): Column {
  const type = new Bool();
  const data = bitsOf(values.length, (i) => Boolean(values[i]));
  const field = new Field(name, type, false);
  return { field, data: makeData({ type, length: values.length, nullCount: 0, data }) };
}

/** A boolean column from bytes, 0 for false; all null without values. */
export function flags(name: string, values: Uint8Array | null, length: number): Column {
  if (values !== null) return booleans(name, values);
  const type = new Bool();
  const none = bitsOf(length, () => false);
  const data = makeData({ type, length, nullCount: length, nullBitmap: none, data: none.slice() });
  return { field: new Field(name, type, true), data };
}

/** Bits, lowest first, in bytes. */
function bitsOf(length: number, isSet: (index: number) => boolean): Uint8Array {
  const bits = new Uint8Array(Math.ceil(length / 8));
  for (let i = 0; i < length; i += 1) if (isSet(i)) bits[i >> 3] = (bits[i >> 3] as number) | (1 << (i & 7));
  return bits;
}

/** The integers from `first` on. */
export function integerRange(name: string, first: number, count: number): Column {
  const values = new Int32Array(count);
  for (let i = 0; i < count; i += 1) values[i] = first + i;
  return integers(name, values);
}

export function texts(name: string, values: readonly (string | null)[]): Column {
  const type = new Utf8();
  const data = new Uint8Array(values.reduce((sum, text) => sum + 3 * (text?.length ?? 0), 0));
  const valueOffsets = new Int32Array(values.length + 1);
  const encoder = new TextEncoder();
  let end = 0;
  for (const [index, text] of values.entries()) {
    if (text !== null) end += encoder.encodeInto(text, data.subarray(end)).written;
    valueOffsets[index + 1] = end;
  }
  const field = new Field(name, type, true);
  return {
    field,
    data: makeData({
      type,
      ...presence(values.length, (i) => values[i] !== null),
      valueOffsets,
      data: data.subarray(0, end),
    }),
  };
}

/** A column of texts that are UTF-8 already, none of them null. */
export function utf8Texts(name: string, { bytes, offsets }: Utf8Texts): Column {
  const type = new Utf8();
  const length = offsets.length - 1;
  const data = makeData({ type, length, nullCount: 0, valueOffsets: offsets, data: bytes });
  return { field: new Field(name, type, false), data };
}

/** A column of lists of numbers; all null without values. */
export function doubleLists(name: string, values: readonly Float64Array[] | null, rows: number): Column {
  const number = new Float64();
  const type = new List(new Field('item', number, true));
  const valueOffsets = new Int32Array(rows + 1);
  for (let row = 0; row < rows; row += 1)
    valueOffsets[row + 1] = (valueOffsets[row] as number) + (values?.[row]?.length ?? 0);
  const length = valueOffsets[rows] as number;
  const numbers = new Float64Array(length);
  for (const [row, list] of (values ?? []).entries()) numbers.set(list, valueOffsets[row]);
  const child = makeData({ type: number, length, nullCount: 0, data: numbers });
  return {
    field: new Field(name, type, true),
    data: makeData({ type, ...presence(rows, () => values !== null), valueOffsets, child }),
  };
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

function presence(
  length: number,
  isPresent: (index: number) => boolean,
): { length: number; nullCount: number; nullBitmap: Uint8Array } {
  let nullCount = 0;
  for (let i = 0; i < length; i += 1) nullCount += Number(!isPresent(i));
  return { length, nullCount, nullBitmap: bitsOf(length, isPresent) };
}
