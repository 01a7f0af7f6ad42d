/** The columns of one row group of a Parquet file, unpacked by hyparquet. */

import {
  parquetScan,
  snappyUncompress,
  type AsyncBuffer,
  type ColumnMetaData,
  type Compressors,
  type DecodedArray,
  type SchemaElement,
} from 'hyparquet';

import { formatBytes } from '../../../ui/words';
import { CandidatesError } from '../../errors';
import { readBytes } from '../file-bytes';
import { ParquetFault, type Layout, type RowGroup } from './layout';

/** Largest row group that is read, unpacked: it is held as a whole. */
const MAX_GROUP_BYTES = 512 * 2 ** 20;

const SMALLER_ADVICE = 'Write the file again with smaller row groups (such as `row_group_size=10000`).';
const SMALLER_OR_DAMAGED =
  'The file is damaged, or its row groups need more memory than there is: write it again with smaller ones (such as ' +
  '`row_group_size=10000`).';

const MAGIC_BYTES = 4;

const SNAPPY: Compressors = {
  SNAPPY: (bytes, size) => {
    const unpacked = new Uint8Array(size);
    if (size > 0) snappyUncompress(bytes, unpacked);
    return unpacked;
  },
};

/** Values of each column as they are stored, by name and in the file's order; null or undefined where one is missing. */
export type Columns = ReadonlyMap<string, DecodedArray>;

const strict = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });

/** Times stay the integers that they are. */
const PARSERS = { stringFromBytes: textOf, timestampFromNanoseconds: (value: bigint) => value };

/**
 * All columns of a row group, one after the other.
 * @param pause called before each column; what it throws ends the reading
 * @returns the fault of a row group that cannot be read
 * @throws UnreadableFileError where the file itself cannot be read any more
 */
export async function readColumns(
  file: File,
  layout: Layout,
  group: RowGroup,
  pause: () => Promise<void>,
): Promise<Columns | ParquetFault> {
  try {
    return await unpackedColumns(file, layout, group, pause);
  } catch (cause) {
    if (cause instanceof CandidatesError) throw cause;
    if (cause instanceof ParquetFault) return cause;
    const advice = cause instanceof RangeError ? SMALLER_OR_DAMAGED : undefined;
    return new ParquetFault('its values cannot be read', advice, undefined, { cause });
  }
}

async function unpackedColumns(
  file: File,
  { metadata, footer }: Layout,
  { index, rows, unpacked }: RowGroup,
  pause: () => Promise<void>,
): Promise<Columns> {
  if (unpacked > MAX_GROUP_BYTES) throw tooLarge(unpacked);
  const groups = metadata.row_groups.slice(index, index + 1);
  const chunks = groups.flatMap((group) => group.columns.flatMap(({ meta_data: meta }) => meta ?? []));
  const scan = await parquetScan({
    file: bytesOf(file, footer),
    metadata: {
      ...metadata,
      schema: metadata.schema.map(storedElement),
      row_groups: groups,
      num_rows: BigInt(rows),
    },
    compressors: await compressorsFor(chunks),
    parsers: PARSERS,
    utf8: false,
    useOffsetIndex: false,
  });
  const columns = new Map<string, DecodedArray>();
  for (const column of new Set(chunks.map(({ path_in_schema: [name = ''] }) => name))) {
    await pause();
    const values = await scan.readColumn({ column, rowStart: 0, rowEnd: rows });
    if (values.length !== rows) throw new ParquetFault(`${values.length} rows were found`);
    columns.set(column, values);
  }
  return columns;
}

/**
 * A column's form in which values come out as they are stored: texts, numbers, big integers and bytes. What they mean
 * (dates, decimals, JSON …) is left out.
 */
export function storedElement({
  converted_type: converted,
  logical_type: logical,
  scale: _scale,
  precision: _precision,
  ...element
}: SchemaElement): SchemaElement {
  const kind = logical?.type ?? converted;
  if (kind === 'STRING' || kind === 'UTF8') return { ...element, converted_type: 'UTF8' };
  if (kind === 'LIST' || kind === 'MAP') return { ...element, converted_type: kind };
  return logical?.type === 'FLOAT16' ? { ...element, logical_type: logical } : element;
}

/** The bytes of a file, as hyparquet asks for them. A damaged footer may put columns outside it. */
function bytesOf(file: File, footer: number): AsyncBuffer {
  return {
    byteLength: file.size,
    slice(start, end = footer) {
      const isInside = start >= MAGIC_BYTES && start <= end && end <= footer;
      if (!isInside) throw new ParquetFault('its footer puts columns outside the file');
      return readBytes(file, start, end).then(({ buffer }) => buffer);
    },
  };
}

/** What unpacks pages. All but snappy is fetched when a file needs it: it is larger than all else that reads Parquet. */
async function compressorsFor(chunks: readonly ColumnMetaData[]): Promise<Compressors> {
  if (chunks.every(({ codec }) => codec === 'UNCOMPRESSED' || codec === 'SNAPPY')) return SNAPPY;
  const { compressors } = await import('hyparquet-compressors').catch((cause: unknown) => {
    const advice = 'Reload the page and load the file again.';
    throw new ParquetFault('the code that unpacks it could not be loaded', advice, undefined, { cause });
  });
  return Object.fromEntries(
    Object.entries({ ...compressors, ...SNAPPY }).map(([codec, unpack]) => [
      codec,
      // A page of nothing, which they refuse.
      (bytes: Uint8Array, size: number) => (size === 0 ? new Uint8Array() : unpack(bytes, size)),
    ]),
  );
}

function textOf(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch (cause) {
    const advice = 'Correct the text and write the file again.';
    throw new ParquetFault('a text in it is not UTF-8, or the file is damaged', advice, 'not-utf8', {
      cause,
    });
  }
}

function tooLarge(bytes: number): ParquetFault {
  return new ParquetFault(
    `it has ${formatBytes(bytes)} unpacked, and at most ${formatBytes(MAX_GROUP_BYTES)} can be read at once`,
    SMALLER_ADVICE,
  );
}
