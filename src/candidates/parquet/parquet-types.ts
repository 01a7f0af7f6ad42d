import type { SchemaElement } from 'hyparquet';

import { textOf } from './parquet-text';

const MILLISECONDS_A_DAY = 86_400_000;
/** Julian day of 1 January 1970. */
const JULIAN_EPOCH = 2_440_588n;

/** Makes of a stored value (number, bigint, boolean or bytes) what an entry has: as JSON would have it. */
export type Converter = (raw: unknown) => unknown;

/**
 * How the values of a physical column are turned into those of entries; null where they stay as they are. A column of
 * texts has a `BadText` for what is not UTF-8.
 */
export function converterOf(element: SchemaElement): Converter | null {
  const { type } = element;
  if (type === 'BYTE_ARRAY' || type === 'FIXED_LEN_BYTE_ARRAY') {
    const convert = bytesConverter(element);
    return (raw) => convert(raw as Uint8Array);
  }
  if (type === 'INT96') return (raw) => instant(int96Nanoseconds(raw as bigint), 1_000_000n);
  if (type === 'INT64') {
    const convert = int64Converter(element);
    return (raw) => convert(raw as bigint);
  }
  return type === 'INT32' ? int32Converter(element) : null;
}

function bytesConverter(element: SchemaElement): (bytes: Uint8Array) => unknown {
  const { converted_type: converted, logical_type: logical } = element;
  if (isDecimal(element)) {
    const divisor = 10 ** scaleOf(element);
    return (bytes) => Number(signed(bytes)) / divisor;
  }
  if (logical?.type === 'UUID') return uuid;
  if (logical?.type === 'FLOAT16') return float16;
  if (converted === 'JSON' || logical?.type === 'JSON') return (bytes) => parsedOrText(textOf(bytes));
  const isText = logical?.type === 'STRING' || logical?.type === 'ENUM';
  if (isText || converted === 'UTF8' || converted === 'ENUM') return textOf;
  return logical === undefined && converted === undefined ? textOrSize : hexadecimal;
}

/** Bytes that nothing says are text, such as those of images: text where they are UTF-8, and opaque otherwise. */
function textOrSize(bytes: Uint8Array): unknown {
  const text = textOf(bytes);
  return typeof text === 'string' ? text : { bytes: bytes.length };
}

function int64Converter(element: SchemaElement): (value: bigint) => unknown {
  const { converted_type: converted, logical_type: logical } = element;
  if (isDecimal(element)) {
    const divisor = 10 ** scaleOf(element);
    return (value) => Number(value) / divisor;
  }
  const unit = logical?.type === 'TIMESTAMP' ? logical.unit : undefined;
  if (unit === 'NANOS') return (value) => instant(value, 1_000_000n);
  if (unit === 'MICROS' || converted === 'TIMESTAMP_MICROS') return (value) => instant(value, 1000n);
  if (unit === 'MILLIS' || converted === 'TIMESTAMP_MILLIS') return (value) => instant(value, 1n);
  if (isUnsigned(element)) return (value) => integer(BigInt.asUintN(64, value));
  return integer;
}

function int32Converter(element: SchemaElement): Converter | null {
  if (isDecimal(element)) {
    const divisor = 10 ** scaleOf(element);
    return (raw) => (raw as number) / divisor;
  }
  if (element.converted_type === 'DATE' || element.logical_type?.type === 'DATE') {
    return (raw) => date(raw as number);
  }
  return isUnsigned(element) ? (raw) => (raw as number) >>> 0 : null;
}

function isDecimal({ converted_type, logical_type }: SchemaElement): boolean {
  return converted_type === 'DECIMAL' || logical_type?.type === 'DECIMAL';
}

function scaleOf({ scale, logical_type: logical }: SchemaElement): number {
  return scale ?? (logical?.type === 'DECIMAL' ? logical.scale : 0);
}

function isUnsigned({ converted_type: converted, logical_type: logical }: SchemaElement): boolean {
  return converted?.startsWith('UINT_') === true || (logical?.type === 'INTEGER' && !logical.isSigned);
}

/** A number where that is exact, the digits otherwise: ids must not run together. */
function integer(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

/** An ISO date and time; the bare number where it is beyond the calendar. */
function instant(value: bigint, perMillisecond: bigint): number | string {
  const moment = new Date(Number(value / perMillisecond));
  return Number.isNaN(moment.getTime()) ? integer(value) : moment.toISOString();
}

function date(days: number): number | string {
  const moment = new Date(days * MILLISECONDS_A_DAY);
  return Number.isNaN(moment.getTime()) ? days : moment.toISOString().replace(/T.*/, '');
}

/** INT96 holds a Julian day above 64 bits of nanoseconds. */
function int96Nanoseconds(value: bigint): bigint {
  return ((value >> 64n) - JULIAN_EPOCH) * 86_400_000_000_000n + BigInt.asUintN(64, value);
}

/** A signed integer, highest byte first. */
function signed(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  return BigInt.asIntN(8 * bytes.length, value);
}

function uuid(bytes: Uint8Array): string {
  return hexadecimal(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function float16(bytes: Uint8Array): number {
  const bits = ((bytes[1] ?? 0) << 8) | (bytes[0] ?? 0);
  const sign = bits >> 15 === 0 ? 1 : -1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = (bits & 0x3ff) / 1024;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * 2 ** -14 * fraction : sign * 2 ** (exponent - 15) * (1 + fraction);
}

function parsedOrText(text: ReturnType<typeof textOf>): unknown {
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
