import type { SchemaElement } from 'hyparquet';
import { deltaBinaryUnpack } from 'hyparquet/src/delta.js';
import { readVarInt } from 'hyparquet/src/thrift.js';

import { MAX_PAGE_BYTES, ParquetFault } from './parquet-fault';
import { byteValues, readerOf, storedValues, type Reader, type Values } from './parquet-values';

/** Integers written as differences. */
export function deltaNumbers(bytes: Uint8Array, count: number, element: SchemaElement): Values {
  const reader = readerOf(bytes);
  checkDeltas(reader, count);
  const numbers = element.type === 'INT64' ? new BigInt64Array(count) : new Int32Array(count);
  deltaBinaryUnpack(reader, count, numbers);
  return storedValues(numbers, element);
}

/** All lengths, written as differences, and all bytes behind them. */
export function deltaLengths(bytes: Uint8Array, count: number, element: SchemaElement): Values {
  const reader = readerOf(bytes);
  const lengths = deltas(reader, count);
  const starts = new Uint32Array(count);
  const ends = new Uint32Array(count);
  let at = reader.offset;
  for (const [index, length] of lengths.entries()) {
    if (length < 0 || length > bytes.length - at) throw new ParquetFault('a value is longer than its page');
    starts[index] = at;
    at += length;
    ends[index] = at;
  }
  return byteValues(bytes, starts, ends, element);
}

/** Each value is so many bytes of the beginning of the one before, and more. */
export function deltaTexts(bytes: Uint8Array, count: number, element: SchemaElement): Values {
  const reader = readerOf(bytes);
  const shared = deltas(reader, count);
  const added = deltas(reader, count);
  const all = new Uint8Array(sumOfLengths(shared, added, bytes.length - reader.offset));
  const starts = new Uint32Array(count);
  const ends = new Uint32Array(count);
  let from = reader.offset;
  let at = 0;
  for (let i = 0; i < count; i += 1) {
    const before = starts[i - 1] ?? 0;
    const prefix = shared[i] ?? 0;
    const suffix = added[i] ?? 0;
    starts[i] = at;
    all.copyWithin(at, before, before + prefix);
    all.set(bytes.subarray(from, from + suffix), at + prefix);
    from += suffix;
    at += prefix + suffix;
    ends[i] = at;
  }
  return byteValues(all, starts, ends, element);
}

function sumOfLengths(shared: Int32Array, added: Int32Array, room: number): number {
  let total = 0;
  let left = room;
  let before = 0;
  for (const [index, prefix] of shared.entries()) {
    const suffix = added[index] ?? 0;
    if (prefix < 0 || prefix > before || suffix < 0 || suffix > left) {
      throw new ParquetFault('a value is longer than its page');
    }
    before = prefix + suffix;
    left -= suffix;
    total += before;
  }
  if (total > MAX_PAGE_BYTES) throw new ParquetFault('the values of a page are too long together');
  return total;
}

function deltas(reader: Reader, count: number): Int32Array {
  checkDeltas(reader, count);
  const numbers = new Int32Array(count);
  deltaBinaryUnpack(reader, count, numbers);
  return numbers;
}

/** Differences begin with the size of a block, its parts and the count. hyparquet goes round and round on bad ones. */
function checkDeltas(reader: Reader, count: number): void {
  const start = reader.offset;
  const block = readVarInt(reader);
  const parts = readVarInt(reader);
  const found = readVarInt(reader);
  reader.offset = start;
  if (block <= 0 || parts <= 0 || block > MAX_BLOCK || block % 128 !== 0 || (block / parts) % 32 !== 0) {
    throw new ParquetFault(`its differences are written in ${parts} parts of blocks of ${block}`);
  }
  if (found !== count) throw new ParquetFault(`${found} differences were found, not ${count}`);
}

/** Writers take 128. */
const MAX_BLOCK = 2 ** 20;
