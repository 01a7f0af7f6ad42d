/** Values of Arrow columns as JSON would have them. */

import { DataType, TimeUnit, Vector, type Data } from 'apache-arrow';

/** The value of a row; null where it is missing. */
export type ValueAt = (row: number) => unknown;

const MILLISECONDS_A_DAY = 86_400_000;

/** apache-arrow's own decoder drops a byte order mark at the start of a text. */
const texts = new TextDecoder('utf-8', { ignoreBOM: true });
const strict = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });

/**
 * Integers beyond 2^53 stay big integers, so that different ids stay different; dates and times ISO texts; decimals
 * numbers; maps objects; bytes a text where they are UTF-8, else their length.
 */
function valuesOf(data: Data): ValueAt {
  const value = presentValues(data);
  if (data.nullCount === 0) return value;
  return (row) => (data.getValid(row) ? value(row) : null);
}

function presentValues(data: Data): ValueAt {
  const { type } = data;
  if (DataType.isUtf8(type)) return bytesAt(data, (bytes) => texts.decode(bytes));
  if (DataType.isBinary(type)) return bytesAt(data, textOrSize);
  if (DataType.isFixedSizeBinary(type)) return fixedBytes(data, type.byteWidth);
  if (DataType.isList(type)) return lists(data);
  if (DataType.isMap(type)) return maps(data);
  if (DataType.isStruct(type)) return objects(data);
  const { values } = data as { readonly values: ArrayLike<number | bigint> };
  if (DataType.isDecimal(type)) return decimals(data, type.scale);
  if (DataType.isDate(type)) return (row) => date(Number(values[row]));
  if (DataType.isTimestamp(type)) return instants(values, type.unit);
  if (DataType.isInt(type) || DataType.isTime(type)) return (row) => integer(values[row] ?? 0);
  const vector = new Vector([data]);
  return (row) => vector.get(row) as unknown;
}

function bytesAt({ values, valueOffsets }: Data, decode: (bytes: Uint8Array) => unknown): ValueAt {
  const bytes = values as Uint8Array;
  const offsets = valueOffsets as Int32Array;
  return (row) => decode(bytes.subarray(offsets[row], offsets[row + 1]));
}

function fixedBytes({ values }: Data, width: number): ValueAt {
  const bytes = values as Uint8Array;
  // Sixteen bytes are a UUID.
  const decode = width === 16 ? uuid : textOrSize;
  return (row) => decode(bytes.subarray(row * width, (row + 1) * width));
}

function lists(data: Data): ValueAt {
  const offsets = data.valueOffsets as Int32Array;
  const [child] = data.children;
  if (child === undefined) return () => [];
  const numbers = DataType.isFloat(child.type) && child.nullCount === 0 ? (child.values as unknown) : null;
  if (numbers instanceof Float32Array || numbers instanceof Float64Array) {
    return (row) => listOf(numbers, offsets[row] ?? 0, offsets[row + 1] ?? 0);
  }
  const item = valuesOf(child);
  return (row) => {
    const [from = 0, until = 0] = [offsets[row], offsets[row + 1]];
    const items: unknown[] = [];
    for (let at = from; at < until; at += 1) items.push(item(at));
    return items;
  };
}

/** By a loop: `Array.from` takes several times as long over a typed array. */
function listOf(numbers: Float32Array | Float64Array, from: number, until: number): number[] {
  const list = new Array<number>(until - from);
  for (let i = 0; i < list.length; i++) list[i] = numbers[from + i] as number;
  return list;
}

function maps(data: Data): ValueAt {
  const offsets = data.valueOffsets as Int32Array;
  const [keys, values] = data.children[0]?.children.map(valuesOf) ?? [];
  return (row) => {
    const object: Record<string, unknown> = {};
    const [from = 0, until = 0] = [offsets[row], offsets[row + 1]];
    for (let at = from; at < until; at += 1) put(object, String(keys?.(at)), values?.(at) ?? null);
    return object;
  };
}

/** Rows of a struct, or of a whole record batch, as objects. */
export function objects({ type, children }: Data): (row: number) => Record<string, unknown> {
  const names = (type.children ?? []).map(({ name }) => name);
  const fields = children.map(valuesOf);
  return (row) => {
    const object: Record<string, unknown> = {};
    for (const [index, field] of fields.entries()) put(object, names[index] ?? '', field(row));
    return object;
  };
}

/** Sets a field of any name: assigning to `__proto__` would set none. */
function put(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

function textOrSize(bytes: Uint8Array): unknown {
  try {
    return strict.decode(bytes);
  } catch {
    return { bytes: bytes.length };
  }
}

function uuid(bytes: Uint8Array): string {
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function decimals({ values, stride }: Data, scale: number): ValueAt {
  const words = values as Uint32Array;
  const divisor = 10 ** scale;
  return (row) => {
    let value = 0n;
    for (let word = stride - 1; word >= 0; word -= 1)
      value = (value << 32n) | BigInt(words[row * stride + word] ?? 0);
    return Number(BigInt.asIntN(32 * stride, value)) / divisor;
  };
}

/** A number where that is exact, a big integer otherwise. */
function integer(value: number | bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : BigInt(value);
}

/** ISO dates and times; the number itself where `Date` has no such time. */
function instants(values: ArrayLike<number | bigint>, unit: TimeUnit): ValueAt {
  const perMillisecond = {
    [TimeUnit.SECOND]: null,
    [TimeUnit.MILLISECOND]: 1n,
    [TimeUnit.MICROSECOND]: 1000n,
    [TimeUnit.NANOSECOND]: 1_000_000n,
  }[unit];
  return (row) => {
    const value = BigInt(values[row] ?? 0);
    const moment = new Date(Number(perMillisecond === null ? value * 1000n : value / perMillisecond));
    return Number.isNaN(moment.getTime()) ? integer(value) : moment.toISOString();
  };
}

function date(days: number): number | string {
  const moment = new Date(days * MILLISECONDS_A_DAY);
  return Number.isNaN(moment.getTime()) ? days : moment.toISOString().replace(/T.*/, '');
}
