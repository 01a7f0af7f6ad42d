import type { ColumnChunk, FileMetaData, RowGroup } from 'hyparquet';
import { parquetMetadata } from 'hyparquet/src/metadata.js';

import { quoted } from '../records/fault';
import { readBytes, type Span } from './parquet-bytes';
import { codecOf, type Codec } from './parquet-codecs';
import { asFault, megabytes, ParquetFault } from './parquet-fault';
import { parquetColumns, type Column, type Leaf } from './parquet-schema';
import { endOfStruct } from './parquet-thrift';

/** A footer of a million column chunks is about as long. */
const MAX_FOOTER_BYTES = 128 * 2 ** 20;

const MAGIC_BYTES = 4;
/** Length of the footer, and the magic bytes. */
const TAIL_BYTES = 8;

/** One physical column of a row group. */
export interface Chunk extends Span {
  readonly codec: Codec;
  /** Values, null ones and empty lists counted. */
  readonly values: number;
  /** Bytes, packed and unpacked. */
  readonly packed: number;
  readonly unpacked: number;
}

export interface Group {
  /** 1-based. */
  readonly number: number;
  /** 1-based row of the file. */
  readonly firstRow: number;
  readonly rows: number;
  /** In the order of the physical columns. */
  readonly chunks: readonly Chunk[];
}

/** What the footer says about the file, found to fit together. */
export interface Layout {
  readonly columns: readonly Column[];
  readonly leaves: readonly Leaf[];
  readonly groups: readonly Group[];
}

/** Errors: `ParquetFault`, `UnreadableFileError`. */
export async function readLayout(file: File): Promise<Layout> {
  const bytes = await footerBytes(file);
  let metadata: FileMetaData;
  try {
    endOfStruct(bytes, 0);
    metadata = parquetMetadata(bytes, { geoparquet: false, parsers: NO_PARSERS });
  } catch (error) {
    throw asFault('its footer makes no sense', error);
  }
  return layout(metadata, file.size - bytes.length);
}

/** Statistics of columns are not looked at. */
const NO_PARSERS = {
  stringFromBytes: () => null,
  dateFromDays: () => null,
  timestampFromMilliseconds: () => null,
  timestampFromMicroseconds: () => null,
  timestampFromNanoseconds: () => null,
  uuidFromBytes: () => null,
};

/** The footer with its length and the magic bytes at the end. */
async function footerBytes(file: File): Promise<Uint8Array> {
  if (file.size < MAGIC_BYTES + TAIL_BYTES) throw new ParquetFault('it is too short to have a footer');
  const tail = await readBytes(file, file.size - TAIL_BYTES, file.size);
  const magic = String.fromCharCode(...tail.subarray(MAGIC_BYTES));
  if (magic === 'PARE') throw encrypted('its footer');
  if (magic !== 'PAR1') throw new ParquetFault('its footer is missing: it does not end with "PAR1"');
  const length = new DataView(tail.buffer, tail.byteOffset).getUint32(0, true);
  if (length > file.size - MAGIC_BYTES - TAIL_BYTES) {
    throw new ParquetFault(`its footer is said to have ${length} bytes, the whole file has ${file.size}`);
  }
  if (length > MAX_FOOTER_BYTES) {
    throw new ParquetFault(
      `its footer has ${megabytes(length)}, at most ${megabytes(MAX_FOOTER_BYTES)} are read`,
    );
  }
  return readBytes(file, file.size - TAIL_BYTES - length, file.size);
}

function layout(metadata: FileMetaData, footerStart: number): Layout {
  const columns = parquetColumns(metadata.schema);
  const leaves = columns.flatMap((column) => column.leaves);
  const groups: Group[] = [];
  let rows = 0;
  for (const [index, group] of metadata.row_groups.entries()) {
    const count = counted(group.num_rows, 'rows of a row group');
    if (count > 0) groups.push(checkedGroup(group, index + 1, rows + 1, count, leaves, footerStart));
    rows += count;
  }
  const expected = counted(metadata.num_rows, 'rows');
  if (rows !== expected) {
    throw new ParquetFault(`its footer counts ${expected} rows, but its row groups have ${rows}`);
  }
  if (rows > 0 && leaves.length === 0) throw new ParquetFault('its footer names no columns');
  return { columns, leaves, groups };
}

function checkedGroup(
  group: RowGroup,
  number: number,
  firstRow: number,
  rows: number,
  leaves: readonly Leaf[],
  footerStart: number,
): Group {
  if (group.columns.length !== leaves.length) {
    const found = `its footer gives row group ${number} ${group.columns.length} columns`;
    throw new ParquetFault(`${found}, the schema has ${leaves.length}`);
  }
  const chunks = leaves.map((leaf, index) => {
    try {
      return checkedChunk(group.columns[index], leaf, rows, footerStart);
    } catch (error) {
      if (!(error instanceof ParquetFault)) throw error;
      const where = `row group ${number}, column ${quoted(leaf.path.join('.'))}, in its footer`;
      throw new ParquetFault(`${where}: ${error.message}`, error.advice);
    }
  });
  return { number, firstRow, rows, chunks };
}

function checkedChunk(chunk: ColumnChunk | undefined, leaf: Leaf, rows: number, footerStart: number): Chunk {
  if (chunk?.crypto_metadata !== undefined) throw encrypted('it');
  const meta = chunk?.meta_data;
  if (meta === undefined) throw new ParquetFault('it is not described');
  if (chunk?.file_path !== undefined) {
    const advice = 'Load that file, or write all into one.';
    throw new ParquetFault(`it lies in another file, ${quoted(chunk.file_path)}`, advice);
  }
  if (meta.type !== leaf.element.type || meta.path_in_schema.join('\0') !== leaf.path.join('\0')) {
    throw new ParquetFault('it is not the column that the schema has in its place');
  }
  const packed = counted(meta.total_compressed_size, 'packed bytes');
  const unpacked = counted(meta.total_uncompressed_size, 'bytes');
  const values = counted(meta.num_values, 'values');
  // Writers that have no dictionary page say nothing, 0, or something behind the data.
  const data = counted(meta.data_page_offset, 'offset');
  const dictionary = counted(meta.dictionary_page_offset ?? 0n, 'offset');
  const start = dictionary > 0 && dictionary < data ? dictionary : data;
  if (start < MAGIC_BYTES || start + packed > footerStart) {
    throw new ParquetFault(
      `it is said to lie at bytes ${start} to ${start + packed}, outside the file's data`,
    );
  }
  if (leaf.maxRepetition === 0 ? values !== rows : values < rows) {
    throw new ParquetFault(`it is said to have ${values} values in ${rows} rows`);
  }
  return { start, end: start + packed, codec: codecOf(meta.codec), values, packed, unpacked };
}

/** A number of the footer that counts something; the types do not hold for damaged files. */
function counted(value: unknown, what: string): number {
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number;
  throw new ParquetFault(
    `the number of ${what} in its footer is ${number === undefined ? 'missing' : String(number)}`,
  );
}

function encrypted(what: string): ParquetFault {
  return new ParquetFault(`${what} is encrypted`, 'Write the file again without encryption.');
}
