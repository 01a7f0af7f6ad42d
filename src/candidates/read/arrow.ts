/** The rows of Arrow files and streams as entries: what `datasets` saves to disk and keeps in its cache. */

import { DataType, RecordBatchReader, type Data, type RecordBatch, type Vector } from 'apache-arrow';
import { ByteBuffer } from 'flatbuffers';

import { CandidatesError, unreadable } from '../errors';
import { Fault, type JsonObject } from '../fault';
import type { EntrySource } from './entries';
import { readBytes } from './file-bytes';
import { ifPresent, integer, isoTime, textOrSize, type Convert } from './parquet/values';
import { rowEntries, type RowBatch } from './rows';

// Arrow believes how many fields, nodes and buffers a file says that it has: of a damaged one it would make them for ever.
const { __vector_len: lengthAt } = ByteBuffer.prototype;
ByteBuffer.prototype.__vector_len = function (this: ByteBuffer, offset: number): number {
  const length = lengthAt.call(this, offset);
  if (length < 0 || length > this.capacity()) throw new Error('a list in it is longer than the file');
  return length;
};

const MAGIC = 'ARROW1\0\0';

/** Whether a file begins as an Arrow file does, or as a stream does: with the length of its schema. */
export function isArrow(head: Uint8Array): boolean {
  if (String.fromCharCode(...head.subarray(0, MAGIC.length)) === MAGIC) return true;
  const lengths = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const schema = head.length < 8 ? 0 : lengths.getInt32(4, true);
  return head.length >= 8 && lengths.getUint32(0) === 0xffffffff && schema > 0 && schema % 8 === 0;
}

/** The rows of an Arrow file. */
export function arrowEntries(file: File): () => EntrySource {
  return () => rowEntries(file, (pause) => batchesOf(file, pause));
}

/** @throws UnreadableFileError for a file that is damaged or whose buffers are packed */
async function* batchesOf(file: File, pause: () => Promise<void>): AsyncGenerator<RowBatch> {
  let [read, before] = [0, 0];
  try {
    const handle = handleOf(file, pause, (end) => (read = end));
    const reader = await RecordBatchReader.from(handle as unknown as Handle);
    for await (const batch of reader) {
      const { numRows: rows, data } = batch;
      if (rows > 8 * file.size || !isWhole(data, rows)) throw new Error('a batch is damaged');
      const rowAt = rowsOf(batch);
      yield { rows, bytes: read - before, valueAt: (row) => readable(rowAt, row) };
      before = read;
    }
  } catch (error) {
    if (error instanceof CandidatesError) throw error;
    const reason = `its rows cannot be read (${error instanceof Error ? error.message : String(error)})`;
    const advice = 'Save it as Parquet or JSON Lines; in Python with `to_parquet` or `to_json`.';
    throw unreadable(file.name, reason, advice, error);
  }
}

type Handle = Parameters<typeof RecordBatchReader.from>[0];

/** A file that is read at any place, with as much of Node's file handles as Arrow uses. */
function handleOf(file: File, pause: () => Promise<void>, onBytes: (read: number) => void) {
  return {
    fd: 0,
    stat: () => Promise.resolve({ size: file.size }),
    close: () => Promise.resolve(),
    async read(buffer: Uint8Array, offset: number, length: number, position: number) {
      await pause();
      const bytes = await readBytes(file, position, position + length);
      // Arrow would ask for the rest for ever.
      if (bytes.length < length) throw new Error('the file ends before its rows do');
      buffer.set(bytes, offset);
      onBytes(position + bytes.length);
      return { bytesRead: bytes.length, buffer };
    },
  };
}

/** Whether values hold as much as they say: a damaged length would read beyond them, or for ever. */
function isWhole(data: Data, length: number): boolean {
  const { type, children, dictionary } = data;
  if (data.length < length) return false;
  if (DataType.isFixedSizeList(type))
    return children.every((items) => isWhole(items as Data, length * type.listSize));
  const isOfList = DataType.isList(type) || DataType.isMap(type);
  const isOfBytes = DataType.isUtf8(type) || DataType.isLargeUtf8(type) || DataType.isBinary(type);
  if (isOfList || isOfBytes) {
    const [items] = children as readonly Data[];
    const most = items === undefined ? (data.values as Uint8Array).byteLength : items.length;
    return (
      rise(data.valueOffsets as ArrayLike<number | bigint>, length, most) &&
      (items === undefined || isWhole(items, items.length))
    );
  }
  const held = (data.values as ArrayLike<unknown> | undefined)?.length ?? 0;
  const isFull =
    DataType.isStruct(type) || DataType.isNull(type) || held * (DataType.isBool(type) ? 8 : 1) >= length;
  const words = dictionary?.data ?? [];
  return (
    isFull &&
    [...children].every((child) => isWhole(child as Data, length)) &&
    words.every((each) => isWhole(each, each.length))
  );
}

/** Whether the offsets of some values never fall, and end within what they point into. */
function rise(offsets: ArrayLike<number | bigint>, length: number, most: number): boolean {
  if (offsets.length <= length) return length === 0;
  for (let i = 0; i < length; i += 1)
    if ((offsets[i] as number) < 0 || (offsets[i] as number) > (offsets[i + 1] as number)) return false;
  return Number(offsets[length]) <= most;
}

/** A row, or the fault of one with a value that is none, such as a time beyond all times. */
function readable(rowAt: (row: number) => JsonObject, row: number): JsonObject | Fault {
  try {
    return rowAt(row);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return new Fault('unreadable-rows', null, `The row cannot be read: ${reason}. Write the file again.`);
  }
}

/** The rows of a batch as JSON would have them: as `parquet/values.ts` has those of Parquet. */
function rowsOf(batch: RecordBatch): (row: number) => JsonObject {
  const fields = batch.schema.fields.map(({ name, type }, index) => {
    return { name, values: batch.getChildAt(index) as Vector, convert: convertOf(type as DataType) };
  });
  return (row) =>
    Object.fromEntries(fields.map(({ name, values, convert }) => [name, convert(values.get(row))]));
}

function convertOf(type: DataType): Convert {
  if (DataType.isDictionary(type)) return convertOf(type.dictionary as DataType);
  if (DataType.isList(type) || DataType.isFixedSizeList(type)) {
    const item = convertOf(type.valueType as DataType);
    return ifPresent((list) => Array.from(list as Iterable<unknown>, item));
  }
  if (DataType.isStruct(type) || DataType.isMap(type)) return ifPresent(objectOf(type));
  if (DataType.isInt(type) && type.bitWidth === 64) return ifPresent((value) => integer(value as bigint));
  if (DataType.isTimestamp(type)) return ifPresent((value) => isoTime(value as number) ?? value);
  if (DataType.isDate(type))
    return ifPresent((value) => isoTime(value as number)?.replace(/T.*/, '') ?? String(value));
  if (DataType.isBinary(type) || DataType.isFixedSizeBinary(type)) return ifPresent(textOrSize);
  if (
    DataType.isDecimal(type) ||
    DataType.isTime(type) ||
    DataType.isDuration(type) ||
    DataType.isInterval(type)
  )
    return ifPresent(String);
  return (value) => value ?? null;
}

/** A struct by the names of its fields; a map by its keys. */
function objectOf(type: DataType): Convert {
  const fields: readonly { readonly name: string; readonly type: DataType }[] = type.children;
  const converts = new Map(fields.map((field) => [field.name, convertOf(field.type)]));
  const [entry] = fields;
  const [, ofMap] = DataType.isMap(type) ? ((entry?.type.children ?? []) as typeof fields) : [];
  const convertIn = (name: string): Convert =>
    (ofMap === undefined ? converts.get(name) : convertOf(ofMap.type)) ?? ((value) => value);
  return (value) =>
    Object.fromEntries(
      Array.from(value as Iterable<readonly [string, unknown]>, ([name, item]) => [
        name,
        convertIn(name)(item),
      ]),
    );
}
