/** Some row groups of a Parquet file as a file of their own, so that no more of it is held at once. */

import type { ColumnMetaData, FileMetaData, RowGroup, SchemaElement } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';

import { ParquetFault } from './worker';

const MAGIC = new TextEncoder().encode('PAR1');

/**
 * Slices of the file between a new head and a new footer: nothing is read here. Statistics, indices and notes are left out.
 * `ARROW:schema` among the notes would ask for types that apache-arrow cannot read, such as large lists.
 *
 * @param footer offset of the file's footer
 * @throws ParquetFault where a column is said to lie outside the file
 */
export function partOf(
  file: File,
  footer: number,
  { version, schema }: FileMetaData,
  groups: readonly RowGroup[],
): File {
  const slices: Blob[] = [];
  let end = MAGIC.length;
  const moved = groups.map((group): RowGroup => ({
    total_byte_size: group.total_byte_size,
    num_rows: group.num_rows,
    columns: group.columns.map(({ meta_data: meta }) => {
      if (meta === undefined) throw outside();
      const { start, bytes } = chunkOf(meta);
      if (!(start >= MAGIC.length && bytes >= 0 && start + bytes <= footer)) throw outside();
      slices.push(file.slice(start, start + bytes));
      const shift = BigInt(end - start);
      end += bytes;
      return { file_offset: 0n, meta_data: shifted(meta, shift) };
    }),
  }));
  const writer = new ByteWriter();
  const rows = moved.reduce((sum, { num_rows: each }) => sum + each, 0n);
  writeMetadata(writer, {
    version,
    schema: schema.map(withoutWidth),
    num_rows: rows,
    row_groups: moved,
    metadata_length: 0,
  });
  return new File([MAGIC, ...slices, writer.getBuffer(), MAGIC], file.name);
}

/** A dictionary stands before its pages; some writers give 0 where there is none. */
function chunkOf(meta: ColumnMetaData): { readonly start: number; readonly bytes: number } {
  const { dictionary_page_offset: dictionary, data_page_offset: data } = meta;
  const start = dictionary !== undefined && dictionary > 0n && dictionary < data ? dictionary : data;
  return { start: Number(start), bytes: Number(meta.total_compressed_size) };
}

function shifted(meta: ColumnMetaData, shift: bigint): ColumnMetaData {
  const { dictionary_page_offset: dictionary, data_page_offset: data } = meta;
  return {
    type: meta.type,
    encodings: meta.encodings,
    path_in_schema: meta.path_in_schema,
    codec: meta.codec,
    num_values: meta.num_values,
    total_uncompressed_size: meta.total_uncompressed_size,
    total_compressed_size: meta.total_compressed_size,
    data_page_offset: data + shift,
    ...(dictionary === undefined || dictionary <= 0n ? {} : { dictionary_page_offset: dictionary + shift }),
  };
}

/** hyparquet-writer writes an integer's width as a wrong type; its converted type, which stands beside it, says the same. */
function withoutWidth(element: SchemaElement): SchemaElement {
  const kept = { ...element };
  if (kept.logical_type?.type === 'INTEGER') delete kept.logical_type;
  return kept;
}

function outside(): ParquetFault {
  return new ParquetFault('its columns are said to lie outside the file');
}
