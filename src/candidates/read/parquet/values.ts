/** Rows of Parquet columns as JSON would have them. */

import {
  parquetSchema,
  type FileMetaData,
  type SchemaElement,
  type SchemaTree,
  type TimeUnit,
} from 'hyparquet';

import type { JsonObject } from '../../fault';
import type { Columns } from './columns';

const MILLISECONDS_A_DAY = 86_400_000;

/** Makes a stored value one of JSON; null where it is missing. */
export type Convert = (value: unknown) => unknown;

/** Of a single value that is the same in JSON: where it is missing it is null already. */
const same: Convert = (value) => value;

/** Of a list or object that is the same in JSON. */
const sameInside: Convert = (value) => value ?? null;

const strict = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });

/**
 * Integers beyond 2^53 stay big integers, so that different ids stay different; dates and times are ISO texts, decimals
 * numbers, maps objects; bytes a text where they are UTF-8, else their length.
 * @returns the row of an index
 */
export function rowsOf(metadata: FileMetaData, columns: Columns): (row: number) => JsonObject {
  const fields = parquetSchema(metadata).children.map((node) => {
    const { name } = node.element;
    return { name, values: columns.get(name) ?? [], convert: convertOf(node) };
  });
  return (row) => {
    const object: Record<string, unknown> = {};
    for (const { name, values, convert } of fields) {
      const value = convert(values[row]) ?? null;
      // Assigning to `__proto__` would set no field.
      if (name !== '__proto__') object[name] = value;
      else
        Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
    }
    return object;
  };
}

function convertOf(node: SchemaTree): Convert {
  const own = convertOne(node);
  return node.element.repetition_type === 'REPEATED' ? listOf(own) : own;
}

/** Of one of the values where the node is repeated. */
function convertOne({ element, children }: SchemaTree): Convert {
  if (children.length === 0) return leaf(element);
  const kind = element.logical_type?.type ?? element.converted_type;
  const [inner] = children;
  if (children.length === 1 && inner?.element.repetition_type === 'REPEATED') {
    const [item, value] = inner.children;
    if (kind === 'LIST' && value === undefined) return listOf(item ? convertOf(item) : leaf(inner.element));
    if (kind === 'MAP' && value !== undefined) return mapOf(convertOf(value));
  }
  return objectOf(children.map((child) => [child.element.name, convertOf(child)]));
}

function listOf(item: Convert): Convert {
  if (item === same) return sameInside;
  return (value) => (Array.isArray(value) ? value.map(item) : null);
}

function mapOf(convert: Convert): Convert {
  return (value) => {
    if (typeof value !== 'object' || value === null) return null;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, convert(item)]));
  };
}

function objectOf(fields: readonly (readonly [string, Convert])[]): Convert {
  if (fields.every(([, convert]) => convert === same)) return sameInside;
  return (value) => {
    if (typeof value !== 'object' || value === null) return null;
    const object: Record<string, unknown> = {};
    for (const [name, convert] of fields) object[name] = convert((value as Record<string, unknown>)[name]);
    return object;
  };
}

function leaf(element: SchemaElement): Convert {
  const { type, converted_type: converted, logical_type: logical } = element;
  const unit = unitOf(element);
  if (unit !== null) return ifPresent((value) => instant(value as bigint, unit));
  if (logical?.type === 'DATE' || converted === 'DATE') return ifPresent((value) => date(Number(value)));
  if (logical?.type === 'DECIMAL' || converted === 'DECIMAL') {
    const divisor = 10 ** (logical?.type === 'DECIMAL' ? logical.scale : (element.scale ?? 0));
    return ifPresent((value) => (value instanceof Uint8Array ? signed(value) : Number(value)) / divisor);
  }
  const isUnsigned =
    logical?.type === 'INTEGER' ? !logical.isSigned : converted?.startsWith('UINT_') === true;
  if (type === 'INT32') return isUnsigned ? ifPresent((value) => Number(value) >>> 0) : same;
  if (type === 'INT64') {
    return ifPresent((value) =>
      integer(isUnsigned ? BigInt.asUintN(64, value as bigint) : (value as bigint)),
    );
  }
  if (type === 'FIXED_LEN_BYTE_ARRAY' && element.type_length === 16) return ifPresent(uuid);
  return type === 'BYTE_ARRAY' || type === 'FIXED_LEN_BYTE_ARRAY' ? ifPresent(textOrSize) : same;
}

export function ifPresent(convert: Convert): Convert {
  return (value) => (value === null || value === undefined ? null : convert(value));
}

/** The unit of a column of timestamps; else null. */
function unitOf({ type, converted_type: converted, logical_type: logical }: SchemaElement): TimeUnit | null {
  if (logical?.type === 'TIMESTAMP') return logical.unit;
  if (converted === 'TIMESTAMP_MILLIS') return 'MILLIS';
  if (converted === 'TIMESTAMP_MICROS') return 'MICROS';
  return type === 'INT96' ? 'NANOS' : null;
}

/** How many of a unit are a millisecond. */
const A_MILLISECOND: Readonly<Record<TimeUnit, bigint>> = { MILLIS: 1n, MICROS: 1000n, NANOS: 1_000_000n };

function instant(value: bigint, unit: TimeUnit): unknown {
  return isoTime(Number(value / A_MILLISECOND[unit])) ?? integer(value);
}

function date(days: number): unknown {
  return isoTime(days * MILLISECONDS_A_DAY)?.replace(/T.*/, '') ?? days;
}

/** An ISO time; null where `Date` has no such time. */
export function isoTime(milliseconds: number): string | null {
  const moment = new Date(milliseconds);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

/** A number where that is exact, a big integer otherwise. */
export function integer(value: bigint): unknown {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** An integer in bytes, the highest first. */
function signed(bytes: Uint8Array): number {
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return Number(BigInt.asIntN(8 * bytes.length, value));
}

/** Bytes; a text already where their column is of texts. */
export function textOrSize(bytes: unknown): unknown {
  if (!(bytes instanceof Uint8Array)) return bytes;
  try {
    return strict.decode(bytes);
  } catch {
    return { bytes: bytes.length };
  }
}

function uuid(bytes: unknown): unknown {
  const digits = Array.from(bytes as Uint8Array, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
