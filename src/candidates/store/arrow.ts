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

import type { Utf8Texts } from './hashed-texts';

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

/** As {@link integers}, with null where there is no value. */
export function optionalIntegers(name: string, values: readonly (number | null)[]): Column {
  const type = new Int32();
  const data = new Int32Array(values.length);
  for (let i = 0; i < values.length; i += 1) data[i] = values[i] ?? 0;
  return { field: new Field(name, type, true), data: makeData({ type, ...presence(values), data }) };
}

/** As {@link doubles}, with null where there is no value. */
export function optionalDoubles(name: string, values: readonly (number | null)[]): Column {
  const type = new Float64();
  const data = Float64Array.from(values, (value) => value ?? 0);
  return { field: new Field(name, type, true), data: makeData({ type, ...presence(values), data }) };
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
  return { field, data: makeData({ type, ...presence(values), valueOffsets, data: data.subarray(0, end) }) };
}

/** A column of texts that are UTF-8 already, none of them null. */
export function utf8Texts(name: string, { bytes, offsets }: Utf8Texts): Column {
  const type = new Utf8();
  const length = offsets.length - 1;
  const data = makeData({ type, length, nullCount: 0, valueOffsets: offsets, data: bytes });
  return { field: new Field(name, type, false), data };
}

export function doubleLists(name: string, values: readonly (Float64Array | null)[]): Column {
  const number = new Float64();
  const type = new List(new Field('item', number, true));
  const valueOffsets = new Int32Array(values.length + 1);
  for (const [index, row] of values.entries()) {
    valueOffsets[index + 1] = (valueOffsets[index] as number) + (row?.length ?? 0);
  }
  const length = valueOffsets[values.length] as number;
  const numbers = new Float64Array(length);
  for (const [index, row] of values.entries()) {
    if (row !== null) numbers.set(row, valueOffsets[index]);
  }
  const child = makeData({ type: number, length, nullCount: 0, data: numbers });
  return {
    field: new Field(name, type, true),
    data: makeData({ type, ...presence(values), valueOffsets, child }),
  };
}

/** What makes a column of values. */
type Kind = (name: string, values: never) => Column;

type Row<Kinds extends Readonly<Record<string, Kind>>> = {
  readonly [Name in keyof Kinds]: Parameters<Kinds[Name]>[1] extends ArrayLike<infer Value> ? Value : never;
};

/** Rows that wait for a table. One list for each column: millions of row objects would be slow. */
export class Rows<Kinds extends Readonly<Record<string, Kind>>> {
  private readonly lists: readonly {
    readonly name: string;
    readonly kind: Kind;
    readonly values: unknown[];
  }[];
  length = 0;

  constructor(kinds: Kinds) {
    this.lists = Object.entries(kinds).map(([name, kind]) => ({ name, kind, values: [] }));
  }

  add(row: Row<Kinds>): void {
    for (const { name, values } of this.lists) values.push(row[name]);
    this.length += 1;
  }

  columns(): Column[] {
    return this.lists.map(({ name, kind, values }) => kind(name, values as never));
  }
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

/** Writes the rows of a DOUBLE[] column to `target` from `offset` on; returns the end. */
export function copyDoubleLists(
  data: readonly Data<List<Float64>>[],
  target: Float64Array,
  offset: number,
): number {
  let end = offset;
  for (const chunk of data) {
    const child = chunk.children[0];
    if (child === undefined || chunk.length === 0) continue;
    const from = chunk.valueOffsets[0] as number;
    const to = chunk.valueOffsets[chunk.length] as number;
    target.set(child.values.subarray(from, to), end);
    end += to - from;
  }
  return end;
}

function presence(values: readonly unknown[]): { length: number; nullCount: number; nullBitmap: Uint8Array } {
  const nullBitmap = bitsOf(values.length, (i) => values[i] !== null);
  const nullCount = values.reduce<number>((count, value) => count + Number(value === null), 0);
  return { length: values.length, nullCount, nullBitmap };
}
