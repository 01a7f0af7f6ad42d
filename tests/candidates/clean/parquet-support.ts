/** Parquet files written and read by other code than ours, for the tests of cleaning. */

import {
  Binary,
  Bool,
  DateDay,
  Decimal,
  Field,
  FixedSizeBinary,
  FixedSizeList,
  Float32,
  Float64,
  Int32,
  Int64,
  List,
  Struct,
  TimestampMicrosecond,
  TimestampMillisecond,
  Uint32,
  Utf8,
  tableFromIPC,
  type DataType,
  type Vector,
} from 'apache-arrow';
import { readParquet } from 'parquet-wasm/node';

import { parquetFixture, type FixtureOptions } from '../parquet-fixtures';

/** Types of Arrow's columns, short. */
export const types = {
  text: new Utf8(),
  bytes: new Binary(),
  long: new Int64(),
  whole: new Int32(),
  unsigned: new Uint32(),
  single: new Float32(),
  double: new Float64(),
  truth: new Bool(),
  moment: new TimestampMicrosecond('UTC'),
  local: new TimestampMillisecond(),
  day: new DateDay(),
  decimal: new Decimal(2, 9),
  id: new FixedSizeBinary(4),
  list: (item: DataType): List => new List(new Field('element', item, true)),
  fixed: (size: number, item: DataType): FixedSizeList =>
    new FixedSizeList(size, new Field('element', item, true)),
  struct: (fields: Readonly<Record<string, DataType>>): Struct =>
    new Struct(Object.entries(fields).map(([name, type]) => new Field(name, type, true))),
};

/** A Parquet file made by another writer than ours: arrow-rs. */
export const parquet = (
  columns: Readonly<Record<string, readonly [DataType, readonly unknown[]]>>,
  options: FixtureOptions = {},
): Uint8Array<ArrayBuffer> =>
  parquetFixture(
    Object.entries(columns).map(([name, [type, values]]) => ({ name, type, values })),
    { codec: 'snappy', groupRows: 1000, ...options },
  );

/** The columns of a Parquet file as another reader than ours has them, their types in Arrow's words. */
export function readBack(bytes: Uint8Array): { schema: string[]; rows: unknown[] } {
  const table = tableFromIPC(readParquet(bytes).intoIPCStream());
  const schema = table.schema.fields.map(
    ({ name, type, nullable }) => `${name}: ${type}${nullable ? '?' : ''}`,
  );
  const vectors = table.schema.fields.map(({ name }) => [name, table.getChild(name) as Vector] as const);
  const rows = Array.from({ length: table.numRows }, (_, row) =>
    Object.fromEntries(vectors.map(([name, vector]) => [name, plain(vector.get(row))])),
  );
  return { schema, rows };
}

function plain(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Uint8Array || value instanceof Uint32Array) return [...value];
  if (Symbol.iterator in value && !('toJSON' in value && !('length' in value))) {
    return Array.from(value as Iterable<unknown>, plain);
  }
  return Object.fromEntries(
    Object.entries((value as { toJSON(): object }).toJSON()).map(([key, child]) => [key, plain(child)]),
  );
}
