import type { Encoding, SchemaElement } from 'hyparquet';
import { byteStreamSplit } from 'hyparquet/src/encoding.js';
import { readPlain } from 'hyparquet/src/plain.js';

import { deltaLengths, deltaNumbers, deltaTexts } from './parquet-deltas';
import { ParquetFault } from './parquet-fault';
import { readRuns } from './parquet-levels';
import { byteValues, NO_VALUES, readerOf, storedValues, valuesAt, type Values } from './parquet-values';

/**
 * The `count` values written in `bytes`. `dictionary` is that of the column's dictionary page, null where none has
 * come. Errors: `ParquetFault`, and what hyparquet throws on damaged bytes.
 */
export function readValues(
  encoding: Encoding | undefined,
  bytes: Uint8Array,
  count: number,
  element: SchemaElement,
  dictionary: Values | null,
): Values {
  if (count === 0) return NO_VALUES;
  switch (encoding) {
    case 'PLAIN':
      return plain(bytes, count, element);
    case 'PLAIN_DICTIONARY':
    case 'RLE_DICTIONARY':
      return fromDictionary(bytes, count, dictionary);
    case 'RLE':
      return booleans(bytes, count, element);
    case 'DELTA_BINARY_PACKED':
      return deltaNumbers(bytes, count, element);
    case 'DELTA_LENGTH_BYTE_ARRAY':
      return deltaLengths(bytes, count, element);
    case 'DELTA_BYTE_ARRAY':
      return deltaTexts(bytes, count, element);
    case 'BYTE_STREAM_SPLIT':
      return streams(bytes, count, element);
    default:
      throw new ParquetFault(`its values are encoded as ${encoding ?? 'nothing known'}, which is not read`);
  }
}

function plain(bytes: Uint8Array, count: number, element: SchemaElement): Values {
  const { type, type_length: length } = element;
  if (type === undefined) throw new ParquetFault('its values have no type');
  if (type === 'BYTE_ARRAY') return plainBytes(bytes, count, element);
  checkRoom(bytes, type === 'BOOLEAN' ? count / 8 : count * widthOf(element));
  return storedValues(readPlain(readerOf(bytes), type, count, length), element);
}

/** Each value behind its length in four bytes. */
function plainBytes(bytes: Uint8Array, count: number, element: SchemaElement): Values {
  checkRoom(bytes, count * 4);
  const { view } = readerOf(bytes);
  const starts = new Uint32Array(count);
  const ends = new Uint32Array(count);
  let at = 0;
  for (let i = 0; i < count; i += 1) {
    const start = at + 4;
    at = start + view.getUint32(at, true);
    if (at > bytes.length) throw new ParquetFault('a value is longer than its page');
    starts[i] = start;
    ends[i] = at;
  }
  return byteValues(bytes, starts, ends, element);
}

/** Places in the dictionary behind their width in bits. */
function fromDictionary(bytes: Uint8Array, count: number, dictionary: Values | null): Values {
  if (dictionary === null) throw new ParquetFault('its dictionary is missing');
  const [width] = bytes;
  if (width === undefined) throw new ParquetFault('its values are missing');
  const places = new Uint32Array(count);
  if (width > 0) readRuns(bytes.subarray(1), width, places);
  const size = dictionary.length;
  for (let i = 0; i < count; i += 1) {
    if ((places[i] ?? 0) >= size)
      throw new ParquetFault(`a value is not among the ${size} of its dictionary`);
  }
  return valuesAt(places, dictionary);
}

/** Runs behind their length in four bytes. */
function booleans(bytes: Uint8Array, count: number, element: SchemaElement): Values {
  if (element.type !== 'BOOLEAN') throw new ParquetFault('values that are no booleans are encoded as RLE');
  checkRoom(bytes, 4);
  const bits = new Uint8Array(count);
  readRuns(bytes.subarray(4), 1, bits);
  return storedValues(
    Array.from(bits, (bit) => bit === 1),
    element,
  );
}

/** First bytes of all values, second bytes of all values … */
function streams(bytes: Uint8Array, count: number, element: SchemaElement): Values {
  const { type, type_length: length } = element;
  if (type === undefined) throw new ParquetFault('its values have no type');
  checkRoom(bytes, count * widthOf(element));
  return storedValues(byteStreamSplit(readerOf(bytes), count, type, length), element);
}

/** Bytes of one value of a type of fixed width. */
function widthOf({ type, type_length: length }: SchemaElement): number {
  switch (type) {
    case 'INT32':
    case 'FLOAT':
      return 4;
    case 'INT64':
    case 'DOUBLE':
      return 8;
    case 'INT96':
      return 12;
    default:
      if (length !== undefined && length > 0) return length;
      throw new ParquetFault('the length of its values is not given');
  }
}

function checkRoom(bytes: Uint8Array, length: number): void {
  if (length > bytes.length)
    throw new ParquetFault(`its values need ${length} bytes, ${bytes.length} are there`);
}
