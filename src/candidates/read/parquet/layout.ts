/** The footer of a Parquet file, read by hyparquet and checked. */

import { parquetMetadata, type FileMetaData, type SchemaElement } from 'hyparquet';

import { unreadable } from '../../errors';
import { quoted } from '../../fault';
import { LIMITS } from '../../limits';
import { formatCount } from '../../../ui/words';
import { readBytes } from '../file-bytes';

const WRITE_AGAIN = 'The file is damaged or was cut off: copy or download it once more, or write it again.';

/** Why a part of a Parquet file cannot be read: a clause, without the names of the file and the part. */
export class ParquetFault extends Error {
  override readonly name = 'ParquetFault';
  /** @param advice what to do, whole sentences */
  constructor(
    reason: string,
    readonly advice: string = WRITE_AGAIN,
    readonly code: 'unreadable-rows' | 'not-utf8' = 'unreadable-rows',
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

const DEEPEST = 100;

/** The length of the footer, and "PAR1". */
const TAIL_BYTES = 8;

export interface RowGroup {
  /** 0-based. */
  readonly index: number;
  /** 1-based row of the file. */
  readonly firstRow: number;
  readonly rows: number;
  /** Bytes, packed and unpacked. */
  readonly packed: number;
  readonly unpacked: number;
}

export interface Layout {
  /** Row groups without rows are left out. */
  readonly groups: readonly RowGroup[];
  /** The footer, and its offset. */
  readonly metadata: FileMetaData;
  readonly footer: number;
}

/** @throws UnreadableFileError */
export async function parquetLayout(file: File): Promise<Layout> {
  try {
    return await readLayout(file);
  } catch (error) {
    if (!(error instanceof ParquetFault)) throw error;
    const reason = `This Parquet file cannot be read: ${error.message}`;
    throw unreadable(file.name, reason, error.advice, error);
  }
}

async function readLayout(file: File): Promise<Layout> {
  const tail = await readBytes(file, Math.max(0, file.size - TAIL_BYTES), file.size);
  const magic = String.fromCharCode(...tail.subarray(4));
  if (magic === 'PARE') throw encrypted('its footer');
  if (magic !== 'PAR1') throw new ParquetFault('its footer is missing: it does not end with "PAR1"');
  const length = new DataView(tail.buffer).getUint32(0, true);
  const footer = file.size - TAIL_BYTES - length;
  if (footer < 4) {
    throw new ParquetFault(`its footer would have ${length} bytes, and the whole file has ${file.size}`);
  }
  const metadata = parsed(await readBytes(file, footer, file.size));
  checkColumns(metadata.schema);
  return { groups: rowGroups(metadata), metadata, footer };
}

function parsed(footer: Uint8Array): FileMetaData {
  try {
    return parquetMetadata(footer, { geoparquet: false });
  } catch (error) {
    throw new ParquetFault('its footer is damaged', undefined, undefined, { cause: error });
  }
}

function rowGroups({ row_groups, num_rows }: FileMetaData): RowGroup[] {
  const groups: RowGroup[] = [];
  let before = 0;
  for (const [index, { columns, num_rows: rows }] of row_groups.entries()) {
    let [packed, unpacked] = [0, 0];
    for (const { meta_data: meta, crypto_metadata: crypto, file_path: path } of columns) {
      const where = `row group ${index + 1}, column ${quoted(meta?.path_in_schema.join('.') ?? '')}, in its footer: it`;
      if (crypto !== undefined) throw encrypted(where);
      if (path !== undefined) {
        const advice = 'Load that file, or write all into one.';
        throw new ParquetFault(`${where} lies in another file, ${quoted(path)}`, advice);
      }
      packed += Number(meta?.total_compressed_size ?? 0);
      unpacked += Number(meta?.total_uncompressed_size ?? 0);
    }
    if (!(rows >= 0)) throw new ParquetFault(`row group ${index + 1} has no count of rows in its footer`);
    if (rows > 0) groups.push({ index, firstRow: before + 1, rows: Number(rows), packed, unpacked });
    before += Number(rows);
  }
  if (before !== Number(num_rows)) {
    throw new ParquetFault(`its footer counts ${num_rows} rows, but its row groups have ${before}`);
  }
  return groups;
}

/** @throws ParquetFault where columns of one struct share a name, or are too many */
function checkColumns(schema: readonly SchemaElement[]): void {
  const found = schema.filter(({ num_children: inside }) => (inside ?? 0) === 0).length;
  if (found > LIMITS.columns) {
    throw new ParquetFault(
      `it has ${formatCount(found)} columns, and at most ${formatCount(LIMITS.columns)} can be read`,
      'Keep only the columns of query, positive and negatives.',
    );
  }
  const open: { readonly names: Set<string>; left: number }[] = [];
  for (const { name, num_children: inside } of schema) {
    const parent = open.at(-1);
    if (parent?.names.has(name) === true) {
      const advice = 'Rename one of them and write the file again.';
      throw new ParquetFault(`it has two columns with the name ${quoted(name)}`, advice);
    }
    if (parent !== undefined) {
      parent.names.add(name);
      parent.left -= 1;
    }
    // A damaged footer may nest them for ever.
    if (open.length > DEEPEST) throw new ParquetFault('its columns stand inside each other too deep');
    open.push({ names: new Set(), left: inside ?? 0 });
    while ((open.at(-1)?.left ?? 1) <= 0) open.pop();
  }
}

function encrypted(what: string): ParquetFault {
  return new ParquetFault(`${what} is encrypted`, 'Write the file again without encryption.');
}
