import type { PageHeader } from 'hyparquet';

import { unpack, type Codec } from './parquet-codecs';
import { readValues } from './parquet-encodings';
import { asFault, ParquetFault } from './parquet-fault';
import { bitWidth, readRuns } from './parquet-levels';
import type { Leaf } from './parquet-schema';
import { kept, type Values } from './parquet-values';

/** Most values of a page: their levels alone take two bytes each. */
const MAX_PAGE_VALUES = 2 ** 26;

/** One page of a physical column: what is to be put together to rows. */
export interface Page {
  /** Values, null ones and empty lists counted. */
  readonly count: number;
  /** Rows that begin in this page. */
  readonly rows: number;
  /** One level for each value; null where all are there, or none is repeated. */
  readonly definitions: Uint8Array | null;
  readonly repetitions: Uint8Array | null;
  /** The values at their highest definition level. */
  readonly values: Values;
}

/** What a page is read with. */
export interface PageContext {
  readonly leaf: Leaf;
  readonly codec: Codec;
  /** Null where no dictionary page has come. */
  readonly dictionary: Values | null;
  /** Values of the column chunk that have not come yet. */
  readonly left: number;
}

/** A dictionary page's values. Errors: `ParquetFault`. */
export async function readDictionary(
  header: PageHeader,
  packed: Uint8Array,
  { leaf, codec }: PageContext,
): Promise<Values> {
  const page = header.dictionary_page_header;
  if (page === undefined) throw new ParquetFault('the header of its dictionary is incomplete');
  const count = countOf(page.num_values, MAX_PAGE_VALUES);
  const bytes = await unpacked(codec, packed, header.uncompressed_page_size);
  return decoded(() => kept(readValues('PLAIN', bytes, count, leaf.element, null)));
}

/** A data page of either version. Errors: `ParquetFault`. */
export async function readDataPage(
  header: PageHeader,
  packed: Uint8Array,
  context: PageContext,
): Promise<Page> {
  return header.type === 'DATA_PAGE'
    ? readVersion1(header, packed, context)
    : readVersion2(header, packed, context);
}

/** Levels and values are packed together; each kind of levels begins with its length. */
async function readVersion1(header: PageHeader, packed: Uint8Array, context: PageContext): Promise<Page> {
  const page = header.data_page_header;
  if (page === undefined) throw new ParquetFault('the header of a page is incomplete');
  const { leaf, codec, dictionary, left } = context;
  const count = countOf(page.num_values, left);
  const bytes = await unpacked(codec, packed, header.uncompressed_page_size);
  let rest = bytes;
  const levels = (most: number, encoding: string): Uint8Array | null => {
    if (most === 0) return null;
    if (encoding !== 'RLE')
      throw new ParquetFault(`its levels are encoded as ${encoding}, which is not read`);
    const length = new DataView(rest.buffer, rest.byteOffset, rest.byteLength).getUint32(0, true);
    if (length > rest.length - 4) throw new ParquetFault('the levels are longer than the page');
    const found = readLevels(rest.subarray(4, 4 + length), most, count);
    rest = rest.subarray(4 + length);
    return found;
  };
  return decoded(() => {
    const repetitions = levels(leaf.maxRepetition, page.repetition_level_encoding);
    const definitions = levels(leaf.maxDefinition, page.definition_level_encoding);
    const present = countLevel(definitions, leaf.maxDefinition, count);
    const values = readValues(page.encoding, rest, present, leaf.element, dictionary);
    return { count, rows: countLevel(repetitions, 0, count), definitions, repetitions, values };
  });
}

/** The levels come first and are not packed; their lengths are in the header. */
async function readVersion2(header: PageHeader, packed: Uint8Array, context: PageContext): Promise<Page> {
  const page = header.data_page_header_v2;
  if (page === undefined) throw new ParquetFault('the header of a page is incomplete');
  const { leaf, codec, dictionary, left } = context;
  const count = countOf(page.num_values, left);
  const repeated = countOf(page.repetition_levels_byte_length, packed.length);
  const levels = repeated + countOf(page.definition_levels_byte_length, packed.length - repeated);
  const length = header.uncompressed_page_size - levels;
  const body = packed.subarray(levels);
  const bytes = await unpacked(page.is_compressed === false ? 'UNCOMPRESSED' : codec, body, length);
  return decoded(() => {
    const { maxRepetition, maxDefinition } = leaf;
    const repetitions =
      maxRepetition === 0 ? null : readLevels(packed.subarray(0, repeated), maxRepetition, count);
    const definitions =
      maxDefinition === 0 ? null : readLevels(packed.subarray(repeated, levels), maxDefinition, count);
    const present = countLevel(definitions, leaf.maxDefinition, count);
    const values = readValues(page.encoding, bytes, present, leaf.element, dictionary);
    return { count, rows: countLevel(repetitions, 0, count), definitions, repetitions, values };
  });
}

async function unpacked(codec: Codec, packed: Uint8Array, length: number): Promise<Uint8Array> {
  if (length < 0) throw new ParquetFault('its levels are longer than the page');
  try {
    return await unpack(codec, packed, length);
  } catch (error) {
    throw asFault(`a page cannot be unpacked as ${codec}`, error);
  }
}

function decoded<Result>(decode: () => Result): Result {
  try {
    return decode();
  } catch (error) {
    throw asFault('a page cannot be decoded', error);
  }
}

function countOf(value: unknown, most: number): number {
  if (typeof value === 'number' && value >= 0 && value <= Math.min(most, MAX_PAGE_VALUES)) return value;
  throw new ParquetFault(`a page is said to have ${String(value)} values or bytes, at most ${most} are left`);
}

function readLevels(bytes: Uint8Array, most: number, count: number): Uint8Array {
  const levels = new Uint8Array(count);
  readRuns(bytes, bitWidth(most), levels);
  for (let i = 0; i < count; i += 1) {
    if ((levels[i] ?? 0) > most) throw new ParquetFault(`a level is higher than ${most}`);
  }
  return levels;
}

/** How many levels are `level`; all `count` where they are not written. */
function countLevel(levels: Uint8Array | null, level: number, count: number): number {
  if (levels === null) return count;
  let found = 0;
  for (let i = 0; i < count; i += 1) if (levels[i] === level) found += 1;
  return found;
}
