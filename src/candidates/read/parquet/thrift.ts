/** Thrift's compact protocol as Parquet footers have it: structs are read and written whole, known fields or not. */

import { ParquetFault } from './fault';

const TRUE = 1;
const FALSE = 2;
const BYTE = 3;
const SHORT = 4;
const INT = 5;
const LONG = 6;
const DOUBLE = 7;
const BINARY = 8;
const LIST = 9;
const SET = 10;
const STRUCT = 12;

/** Deepest nesting that is read; Parquet's own structs nest about ten deep. */
const MAX_DEPTH = 64;

export interface ThriftList {
  readonly type: number;
  readonly items: readonly ThriftValue[];
}

/** Integers of all widths are bigints; a double is its eight bytes. */
export type ThriftValue = boolean | bigint | Uint8Array | ThriftList | ThriftStruct;

interface Field {
  readonly type: number;
  readonly value: ThriftValue;
}

/** A struct by the numbers of its fields. A field of another type than is asked for counts as missing. */
export class ThriftStruct {
  constructor(private readonly fields: ReadonlyMap<number, Field>) {}

  has(id: number): boolean {
    return this.fields.has(id);
  }

  /** A whole number; undefined where it is missing or beyond 2^53. */
  number(id: number): number | undefined {
    const value = this.fields.get(id)?.value;
    const number = typeof value === 'bigint' ? Number(value) : undefined;
    return Number.isSafeInteger(number) ? number : undefined;
  }

  bytes(id: number): Uint8Array | undefined {
    const value = this.fields.get(id)?.value;
    return value instanceof Uint8Array ? value : undefined;
  }

  text(id: number): string | undefined {
    const bytes = this.bytes(id);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  }

  struct(id: number): ThriftStruct | undefined {
    const value = this.fields.get(id)?.value;
    return value instanceof ThriftStruct ? value : undefined;
  }

  /** The structs of a list; none where it is missing. */
  structs(id: number): readonly ThriftStruct[] {
    return this.items(id).filter((item) => item instanceof ThriftStruct);
  }

  /** The items of a list; none where it is missing. */
  items(id: number): readonly ThriftValue[] {
    const value = this.fields.get(id)?.value;
    const isList =
      typeof value === 'object' && !(value instanceof Uint8Array || value instanceof ThriftStruct);
    return isList ? value.items : [];
  }

  without(...ids: readonly number[]): ThriftStruct {
    return new ThriftStruct(new Map([...this.fields].filter(([id]) => !ids.includes(id))));
  }

  withLong(id: number, value: number): ThriftStruct {
    return this.with(id, { type: LONG, value: BigInt(value) });
  }

  withStruct(id: number, value: ThriftStruct): ThriftStruct {
    return this.with(id, { type: STRUCT, value });
  }

  withStructs(id: number, items: readonly ThriftStruct[]): ThriftStruct {
    return this.with(id, { type: LIST, value: { type: STRUCT, items } });
  }

  /** All fields in the order of their numbers, in which they are written. */
  sorted(): [number, Field][] {
    return [...this.fields].sort(([a], [b]) => a - b);
  }

  private with(id: number, field: Field): ThriftStruct {
    return new ThriftStruct(new Map(this.fields).set(id, field));
  }
}

/** @throws ParquetFault where the bytes are no struct, or end within it */
export function decodeStruct(bytes: Uint8Array): ThriftStruct {
  return new Decoder(bytes).struct(0);
}

class Decoder {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  struct(depth: number): ThriftStruct {
    if (depth > MAX_DEPTH) throw new ParquetFault('its footer makes no sense (it is nested without end)');
    const fields = new Map<number, Field>();
    for (let id = 0; ;) {
      const head = this.byte();
      if (head === 0) return new ThriftStruct(fields);
      const type = head & 0x0f;
      id = head >> 4 === 0 ? Number(this.integer()) : id + (head >> 4);
      const value = type === TRUE || type === FALSE ? type === TRUE : this.value(type, depth);
      fields.set(id, { type, value });
    }
  }

  private value(type: number, depth: number): ThriftValue {
    switch (type) {
      case TRUE:
      case FALSE:
        return this.byte() === TRUE;
      case BYTE:
        return BigInt(this.byte());
      case SHORT:
      case INT:
      case LONG:
        return this.integer();
      case DOUBLE:
        return this.take(8);
      case BINARY:
        return this.take(Number(this.unsigned()));
      case LIST:
      case SET:
        return this.list(depth);
      case STRUCT:
        return this.struct(depth + 1);
      default:
        throw new ParquetFault(`its footer makes no sense (a field has the unknown type ${type})`);
    }
  }

  private list(depth: number): ThriftList {
    const head = this.byte();
    const type = head & 0x0f;
    const count = head >> 4 === 15 ? Number(this.unsigned()) : head >> 4;
    // Every item takes a byte at least.
    if (count > this.bytes.length - this.at) throw cutOff();
    return { type, items: Array.from({ length: count }, () => this.value(type, depth)) };
  }

  private byte(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw cutOff();
    this.at += 1;
    return byte;
  }

  private take(length: number): Uint8Array {
    if (length > this.bytes.length - this.at) throw cutOff();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** Seven bits a byte, lowest first. */
  private unsigned(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new ParquetFault('its footer makes no sense (a number has no end)');
  }

  /** Signs alternate: 0, -1, 1, -2 … */
  private integer(): bigint {
    const value = this.unsigned();
    return (value >> 1n) ^ -(value & 1n);
  }
}

function cutOff(): ParquetFault {
  return new ParquetFault('its footer makes no sense (it ends too early)');
}

export function encodeStruct(struct: ThriftStruct): Uint8Array<ArrayBuffer> {
  const out: number[] = [];
  writeStruct(out, struct);
  return Uint8Array.from(out);
}

function writeStruct(out: number[], struct: ThriftStruct): void {
  let last = 0;
  for (const [id, { type, value }] of struct.sorted()) {
    const step = id - last;
    last = id;
    const written = typeof value === 'boolean' ? (value ? TRUE : FALSE) : type;
    if (step > 0 && step < 16) out.push((step << 4) | written);
    else {
      out.push(written);
      writeInteger(out, BigInt(id));
    }
    if (typeof value !== 'boolean') writeValue(out, type, value);
  }
  out.push(0);
}

function writeValue(out: number[], type: number, value: ThriftValue): void {
  if (typeof value === 'boolean') out.push(value ? TRUE : FALSE);
  else if (typeof value === 'bigint') {
    if (type === BYTE) out.push(Number(value));
    else writeInteger(out, value);
  } else if (value instanceof Uint8Array) {
    if (type === BINARY) writeUnsigned(out, BigInt(value.length));
    for (const byte of value) out.push(byte);
  } else if (value instanceof ThriftStruct) writeStruct(out, value);
  else {
    const { items } = value;
    out.push((Math.min(items.length, 15) << 4) | value.type);
    if (items.length >= 15) writeUnsigned(out, BigInt(items.length));
    for (const item of items) writeValue(out, value.type, item);
  }
}

function writeInteger(out: number[], value: bigint): void {
  writeUnsigned(out, value < 0n ? -2n * value - 1n : 2n * value);
}

function writeUnsigned(out: number[], value: bigint): void {
  let left = value;
  for (; left >= 0x80n; left >>= 7n) out.push(Number(left & 0x7fn) | 0x80);
  out.push(Number(left));
}
