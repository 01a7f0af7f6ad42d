/** A Parquet file as it is stored: its footer, and its rows without any conversion. */

import { parquetMetadataAsync, parquetRead, type AsyncBuffer, type FileMetaData } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

import { physicalSchema } from './parquet-schema';

/** The footer of a file. @throws where there is none */
export async function parquetFooter(file: File): Promise<FileMetaData> {
  return parquetMetadataAsync(bufferOf(file), { geoparquet: false });
}

/** Rows of one row group; each has one value for each column, in the order of the schema. */
export interface StoredRows {
  readonly rows: readonly unknown[][];
  /** Bytes of the file, packed, in all row groups so far. */
  readonly bytesRead: number;
}

/**
 * The rows of a file, one row group at a time. Values are as they are stored (physical types): bytes where texts are,
 * bigints for INT64. Lists are arrays, structs objects, null is null or undefined.
 */
export async function* storedRows(file: File, metadata: FileMetaData): AsyncGenerator<StoredRows> {
  const physical = { ...metadata, schema: physicalSchema(metadata.schema) };
  let rowStart = 0;
  let bytesRead = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    if (rowEnd === rowStart) continue;
    let rows: unknown[][] = [];
    await parquetRead({
      file: bufferOf(file),
      metadata: physical,
      rowStart,
      rowEnd,
      rowFormat: 'array',
      utf8: false,
      compressors,
      onComplete: (complete) => (rows = complete),
    });
    for (const { meta_data } of group.columns) bytesRead += Number(meta_data?.total_compressed_size ?? 0);
    yield { rows, bytesRead };
    rowStart = rowEnd;
  }
}

function bufferOf(file: File): AsyncBuffer {
  return { byteLength: file.size, slice: (start, end) => file.slice(start, end).arrayBuffer() };
}
