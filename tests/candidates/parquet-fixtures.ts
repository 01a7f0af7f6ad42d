/** Small Parquet files in every packing, by arrow-rs and by other writers. */

import { readFileSync } from 'node:fs';

import {
  Field,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableToIPC,
  vectorFromArray,
  type DataType,
} from 'apache-arrow';
import {
  Compression,
  Table as WasmTable,
  WriterPropertiesBuilder,
  WriterVersion,
  writeParquet,
} from 'parquet-wasm/node';

import { parquetEntries } from '../../src/candidates/read/parquet/rows';
import type { Entry } from '../../src/candidates/read/entries';

export interface FixtureColumn {
  readonly name: string;
  readonly type: DataType;
  /** One for each row. */
  readonly values: readonly unknown[];
}

export interface FixtureOptions {
  readonly codec?: keyof typeof CODECS;
  /** Rows of a row group; all where it is not said. */
  readonly groupRows?: number;
  /** Data pages of version 2, with differences (delta encodings) in place of plain values. */
  readonly version2?: boolean;
  /** Whether values are put into dictionaries; yes where it is not said. */
  readonly dictionary?: boolean;
  /** A page ends when it has so many bytes. */
  readonly pageBytes?: number;
  /** Key and value pairs of the footer. */
  readonly notes?: Readonly<Record<string, string>>;
}

const CODECS = {
  none: Compression.UNCOMPRESSED,
  snappy: Compression.SNAPPY,
  gzip: Compression.GZIP,
  zstd: Compression.ZSTD,
  brotli: Compression.BROTLI,
  lz4: Compression.LZ4_RAW,
} as const;

/** A Parquet file of the columns, written by arrow-rs (parquet-wasm). */
export function parquetFixture(
  columns: readonly FixtureColumn[],
  options: FixtureOptions = {},
): Uint8Array<ArrayBuffer> {
  const fields = columns.map(({ name, type }) => new Field(name, type, true));
  const children = columns.map(({ type, values }) => {
    const [data] = vectorFromArray(values, type).data;
    if (data === undefined) throw new Error('a column without rows');
    return data;
  });
  const length = columns[0]?.values.length ?? 0;
  const schema = new Schema(fields);
  const data = makeData({ type: new Struct(fields), length, nullCount: 0, children });
  const ipc = tableToIPC(new Table(schema, new RecordBatch(schema, data)), 'stream');
  let builder = new WriterPropertiesBuilder()
    .setCompression(CODECS[options.codec ?? 'none'])
    .setDictionaryEnabled(options.dictionary ?? true)
    .setWriteBatchSize(8)
    .setKeyValueMetadata(new Map(Object.entries(options.notes ?? {})))
    .setMaxRowGroupSize(options.groupRows ?? Math.max(length, 1));
  if (options.version2 === true) builder = builder.setWriterVersion(WriterVersion.V2);
  if (options.pageBytes !== undefined) builder = builder.setDataPageSizeLimit(options.pageBytes);
  return new Uint8Array(writeParquet(WasmTable.fromIPCStream(ipc), builder.build()));
}

export interface ReadParquet {
  readonly entries: Entry[];
  /** Rows of each slice. */
  readonly slices: number[];
  /** Bytes of the file that the listener heard of. */
  readonly heard: number[];
}

/** Reads a whole file. */
export async function readParquet(bytes: Uint8Array<ArrayBuffer>): Promise<ReadParquet> {
  const entries: Entry[] = [];
  const slices: number[] = [];
  const heard: number[] = [];
  const source = parquetEntries(new File([bytes], 'f.parquet'))();
  const onBytes = (read: number): void => void heard.push(read);
  for await (const slice of source.chunks(new AbortController().signal, { onBytes })) {
    const rows = [...slice];
    slices.push(rows.length);
    entries.push(...rows);
  }
  return { entries, slices, heard };
}

const FILES = new URL('read/parquet/files/', import.meta.url);
const fileOf = (name: string) => new Uint8Array(readFileSync(new URL(name, FILES)));

/**
 * The same four rows by other writers (zstd), with lists in their own ways of three levels. Columns: `query`;
 * `negative_passages`, a list of {docid, text}; `embs`, a list of lists of floats; `neg`, a map of lists of integers.
 */
export const OTHER_WRITERS: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  'PyArrow 25.0.1': fileOf('pyarrow.parquet'),
  'DuckDB 1.5.6': fileOf('duckdb.parquet'),
};

/** By PyArrow 25.0.1: a file whose footer is encrypted, and one of whose columns is. */
export const ENCRYPTED: Readonly<Record<'footer' | 'column', Uint8Array<ArrayBuffer>>> = {
  footer: fileOf('encrypted-footer.parquet'),
  column: fileOf('encrypted-column.parquet'),
};
