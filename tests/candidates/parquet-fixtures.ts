/** Small Parquet files in every packing, by arrow-rs and by other writers. */

import {
  Field,
  Float32,
  LargeUtf8,
  List,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableToIPC,
  Utf8,
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

import { ParquetEntries } from '../../src/candidates/read/parquet/rows';
import type { Entry } from '../../src/candidates/read/entries';

export interface FixtureColumn {
  readonly name: string;
  readonly type: DataType;
  /** One for each row. */
  readonly values: readonly unknown[];
  /** Whether the column may hold nulls; yes where it is not said. */
  readonly nullable?: boolean;
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
  const fields = columns.map(({ name, type, nullable }) => new Field(name, type, nullable ?? true));
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
    .setMaxRowGroupSize(options.groupRows ?? Math.max(length, 1));
  if (options.version2 === true) builder = builder.setWriterVersion(WriterVersion.V2);
  if (options.pageBytes !== undefined) builder = builder.setDataPageSizeLimit(options.pageBytes);
  return new Uint8Array(writeParquet(WasmTable.fromIPCStream(ipc), builder.build()));
}

interface ParquetSample {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The table of which it was made. */
  readonly columns: readonly FixtureColumn[];
}

/** Small files of records in several shapes, one for each way of packing. */
export function parquetFixtures(): ParquetSample[] {
  const rows = Array.from({ length: 30 }, (_, index) => index);
  const column = (name: string, type: DataType, value: (row: number) => unknown): FixtureColumn => ({
    name,
    type,
    values: rows.map(value),
  });
  const list = (type: DataType): List => new List(new Field('item', type, true));
  const text = new Utf8();
  const passage = new Struct(['docid', 'title', 'text'].map((name) => new Field(name, text, true)));
  const passages = (row: number, count: number): object[] =>
    Array.from({ length: count }, (_, k) => ({
      docid: `${row}-${k}`,
      title: null,
      text: `text ${k} of ${row}`,
    }));
  const tevatron = [
    column('query_id', text, (row) => `${row}`),
    column('query', text, (row) => `query ${row}`),
    column('positive_passages', list(passage), (row) => passages(row, 1)),
    column('negative_passages', list(passage), (row) => passages(row + 100, 1 + (row % 4))),
  ];
  const tuples = [
    column('anchor', text, (row) => `query ${row}`),
    column('positive', text, (row) => `positive ${row}`),
    column('negative_1', text, (row) => `negative ${row}`),
    column('negative_2', new LargeUtf8(), (row) => `another negative ${row}`),
  ];
  const sample = (
    name: string,
    columns: readonly FixtureColumn[],
    options: FixtureOptions,
  ): ParquetSample => ({ name, columns, bytes: parquetFixture(columns, options) });
  const unit = (row: number): number[] => (row % 2 === 0 ? [1, 0] : [0, 1]);
  const embedded = [
    column('query', text, (row) => `query ${row}`),
    column('positive', text, (row) => `positive ${row}`),
    column('negatives', list(text), (row) => [`negative ${row}`, `another ${row}`]),
    column('query_embedding', list(new Float32()), unit),
    column('positive_embedding', list(new Float32()), unit),
    column('negative_embeddings', list(list(new Float32())), (row) => [unit(row), unit(row + 1)]),
  ];
  return [
    sample('tevatron-snappy.parquet', tevatron, { codec: 'snappy', groupRows: 10 }),
    sample('tevatron-gzip.parquet', tevatron, { codec: 'gzip', version2: true }),
    sample('tuples-none.parquet', tuples, { groupRows: 10 }),
    sample('embedded-zstd.parquet', embedded, { codec: 'zstd', dictionary: false }),
  ];
}

export interface ReadParquet {
  readonly entries: Entry[];
  /** Rows of each slice. */
  readonly slices: number[];
  /** What the listener heard: bytes of the file, bytes unpacked. */
  readonly heard: (readonly [number, number])[];
}

/** Reads a whole file. */
export async function readParquet(
  bytes: Uint8Array<ArrayBuffer>,
  name = 'f.parquet',
  signal = new AbortController().signal,
): Promise<ReadParquet> {
  const entries: Entry[] = [];
  const slices: number[] = [];
  const heard: (readonly [number, number])[] = [];
  const source = new ParquetEntries(new File([bytes], name));
  const onBytes = (read: number, unpacked: number): void => void heard.push([read, unpacked]);
  for await (const slice of source.chunks(signal, { onBytes })) {
    const rows = [...slice];
    slices.push(rows.length);
    entries.push(...rows);
  }
  return { entries, slices, heard };
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64'));
}

/**
 * The same four rows by other writers (zstd), with lists in their own ways of three levels. Columns: `query`;
 * `negative_passages`, a list of {docid, text}; `embs`, a list of lists of floats; `neg`, a map of lists of integers.
 */
export const OTHER_WRITERS: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  'PyArrow 25.0.1': fromBase64(
    'UEFSMRUEFSQVNkwVBhUAEgAAKLUv/SASkQAAAgAAAHExAgAAAHEzAgAAAHE0FQAVFBUmLBUIFRAVBhUGHAAAACi1L/0gClEAAAIA' +
      'AAADDQIDJAAVBBUUFSZMFQQVABIAACi1L/0gClEAAAEAAAAxAQAAADQVABUiFTQsFQwVEBUGFQYcAAAAKLUv/SARiQAAAgAAAAMi' +
      'BAAAAANcIAIBAwIVBBUeFTBMFQYVABIAACi1L/0gD3kAAAEAAABhAQAAAGIBAAAAZBUAFSQVNiwVDBUQFQYVBhwAAAAotS/9IBKR' +
      'AAACAAAAAyIEAAAAA2QgAgIDJAAVBBUgFTJMFQgVABIAACi1L/0gEIEAAAAAAD8AAMA/AAAgQAAAYEAVABUmFTgsFRAVEBUGFQYc' +
      'AAAAKLUv/SATmQAAAwAAAANYQAQAAAAD7YqoAgPkABUEFR4VMEwVBBUAEgAAKLUv/SAPeQAABAAAAGJtMjUDAAAAZHByFQAVIBUy' +
      'LBUKFRAVBhUGHAAAACi1L/0gEIEAAAIAAAADAgMAAAADSgIBAwIVBBUgFTJMFQQVABIAACi1L/0gEIEAAAEAAAAAAAAAAgAAAAAA' +
      'AAAVABUkFTYsFQwVEBUGFQYcAAAAKLUv/SASkQAAAwAAAAMYAAQAAAAD7RABAQMCFQQZ/BI1ABgGc2NoZW1hFQgAFQwlAhgFcXVl' +
      'cnklAEwcAAAANQIYEW5lZ2F0aXZlX3Bhc3NhZ2VzFQIVBkw8AAAANQQYBGxpc3QVAgA1AhgHZWxlbWVudBUEABUMJQIYBWRvY2lk' +
      'JQBMHAAAABUMJQIYBHRleHQlAEwcAAAANQIYBGVtYnMVAhUGTDwAAAA1BBgEbGlzdBUCADUCGAdlbGVtZW50FQIVBkw8AAAANQQY' +
      'BGxpc3QVAgAVCCUCGAdlbGVtZW50ADUCGANuZWcVAhUCTCwAAAA1BBgJa2V5X3ZhbHVlFQQAFQwlABgDa2V5JQBMHAAAADUCGAV2' +
      'YWx1ZRUCFQZMPAAAADUEGARsaXN0FQIAFQQlAhgHZWxlbWVudAAWCBkcGWwmABwVDBk1AAYQGRgFcXVlcnkVDBYIFnoWngEmWiYI' +
      'KSwVBBUAFQIAFQAVEBUCADwWDBkGGSYCBgAAACYAHBUMGTUABhAZSBFuZWdhdGl2ZV9wYXNzYWdlcwRsaXN0B2VsZW1lbnQFZG9j' +
      'aWQVDBYMFngWnAEm6AEmpgEpLBUEFQAVAgAVABUQFQIAPBYEGSYIBBlWAgICAgQAAAAmABwVDBk1AAYQGUgRbmVnYXRpdmVfcGFz' +
      'c2FnZXMEbGlzdAdlbGVtZW50BHRleHQVDBYMFoQBFqgBJo4DJsICKSwVBBUAFQIAFQAVEBUCADwWBhkmCAQZVgICAgAGAAAAJgAc' +
      'FQgZNQAGEBlYBGVtYnMEbGlzdAdlbGVtZW50BGxpc3QHZWxlbWVudBUMFhAWiAEWrAEmuAQm6gMpLBUEFQAVAgAVABUQFQIAPCk2' +
      'CAYCGWYCAgICAAgAAAAmABwVDBk1AAYQGTgDbmVnCWtleV92YWx1ZQNrZXkVDBYKFoABFqQBJuIFJpYFKSwVBBUAFQIAFQAVEBUC' +
      'ADwWFhkmCAIZNgICBgAAACYAHBUEGTUABhAZWANuZWcJa2V5X3ZhbHVlBXZhbHVlBGxpc3QHZWxlbWVudBUMFgwWhgEWqgEmiAcm' +
      'ugYpLBUEFQAVAgAVABUQFQIAPCk2CAICGWYCAgICAAQAAAAWhAYWCCYIFtwHACggcGFycXVldC1jcHAtYXJyb3cgdmVyc2lvbiAy' +
      'NS4wLjEZbBwAABwAABwAABwAABwAABwAAABuAwAAUEFSMQ==',
  ),
  'DuckDB 1.5.6': fromBase64(
    'UEFSMRUAFW4VSiwVCBUAFQYVBgAAKLUv/SA35QAAoCEAAABBDQACAAAAcTEzAgAAAHE0AgApQhGBERUAFagCFVQsFQwVABUGFQYA' +
      'ACi1L/0glA0BAKghAAAAQSIAYVwgAgEAAAAxAQAAADQEAAUSADdIsVcERhUAFbICFVwsFQwVABUGFQYAACi1L/0gmS0BALAhAAAA' +
      'QSIAYWQgAgEAAABhYgEAAABkBQAogRZIAdwgxV4RGAEVABX0AhVeLBUQFQAVBhUGAAAotS/9ILo1AQDIQQAAAEFYQABh7YqoPwAA' +
      'wD8AACBAAABgQAQAAAkEMkiwriTABRUAFYICFW4sFQoVABUGFQYAACi1L/0ggXUBABQCIQAAAEECAEFKAgQAAABibTI1AwAAAGRw' +
      'cgQAAABibTI1BAAAB0AQqZWJYAsVABX0AhVWLBUMFQAVBhUGAAAotS/9ILoVAQCYQQAAAEEYAGHtEAECAAAAAAAAAAUAYSAA4EAg' +
      'gwTrTgJGFQIZ/BI1ABgNZHVja2RiX3NjaGVtYRUIABUMJQIYBXF1ZXJ5JQAANQIYEW5lZ2F0aXZlX3Bhc3NhZ2VzFQIVBgA1BBgE' +
      'bGlzdBUCADUCGAdlbGVtZW50FQQAFQwlAhgFZG9jaWQlAAAVDCUCGAR0ZXh0JQAANQIYBGVtYnMVAhUGADUEGARsaXN0FQIANQIY' +
      'B2VsZW1lbnQVAhUGADUEGARsaXN0FQIAFQglAhgHZWxlbWVudAA1AhgDbmVnFQIVAgA1BBgJa2V5X3ZhbHVlFQQAFQwlABgDa2V5' +
      'JQAANQIYBXZhbHVlFQIVBgA1BBgEbGlzdBUCABUEJQIYB2VsZW1lbnQlJAAWCBkcGWwmABwVDBkVABkYBXF1ZXJ5FQwWCBaQARZs' +
      'Jgg8GAJxNBgCcTEWAigCcTQYAnExEREAAAAmABwVDBkVABlIEW5lZ2F0aXZlX3Bhc3NhZ2VzBGxpc3QHZWxlbWVudAVkb2NpZBUM' +
      'FgwWzAIWeCZ0PBgBNBgBMRYKKAE0GAExEREAAAAmABwVDBkVABlIEW5lZ2F0aXZlX3Bhc3NhZ2VzBGxpc3QHZWxlbWVudAR0ZXh0' +
      'FQwWDBbWAhaAASbsATwYAWQYAWEWCCgBZBgBYRERAAAAJgAcFQgZFQAZWARlbWJzBGxpc3QHZWxlbWVudARsaXN0B2VsZW1lbnQV' +
      'DBYQFpgDFoIBJuwCPBgEAABgQBgEAAAAPxYIKAQAAGBAGAQAAAA/EREAAAAmABwVDBkVABk4A25lZwlrZXlfdmFsdWUDa2V5FQwW' +
      'ChamAhaSASbuAzwYA2RwchgEYm0yNRYEKANkcHIYBGJtMjUREQAAACYAHBUEGRUAGVgDbmVnCWtleV92YWx1ZQV2YWx1ZQRsaXN0' +
      'B2VsZW1lbnQVDBYMFpgDFnomgAU8GAgCAAAAAAAAABgIAQAAAAAAAAAWCCgIAgAAAAAAAAAYCAEAAAAAAAAAEREAAAAWiA8WCCYI' +
      'FvIFACgoRHVja0RCIHZlcnNpb24gdjEuNS42IChidWlsZCAwNjljYzlmOWI1KRlsHAAAHAAAHAAAHAAAHAAAHAAAACsDAABQQVIx',
  ),
};

/** By PyArrow 25.0.1: a file whose footer is encrypted, and one of whose columns is. */
export const ENCRYPTED: Readonly<Record<'footer' | 'column', Uint8Array<ArrayBuffer>>> = {
  footer: fromBase64(
    'UEFSRS8AAAAmhzfJoLWHJ3N7x5sQHLLvJboUX/1TkBxMVPlFlPCbYLjsMwHQOn3oiAcRCQiHJjUAAADQFz3G9js+lkKL0I0ltoRZ' +
      '2DmJL0Z00ZBLrYPibhalGEK7BeuQMI34dk7fjXzGzq9KBAdMkhwcKAgA7KezEtroEhIAABjGAnsia2V5TWF0ZXJpYWxUeXBlIjoi' +
      'UEtNVDEiLCJpbnRlcm5hbFN0b3JhZ2UiOnRydWUsImlzRm9vdGVyS2V5Ijp0cnVlLCJrbXNJbnN0YW5jZUlEIjoiREVGQVVMVCIs' +
      'Imttc0luc3RhbmNlVVJMIjoiREVGQVVMVCIsIm1hc3RlcktleUlEIjoiZiIsIndyYXBwZWRERUsiOiJZa0hzZDdpT2dTYWsxOWR1' +
      'ODJ2RzBFS0wwRHFVYitZNW5rV2UwQXpyREx3dE5KVVd6aXBtcWV6NkRTVT0iLCJkb3VibGVXcmFwcGluZyI6dHJ1ZSwia2V5RW5j' +
      'cnlwdGlvbktleUlEIjoiRTV5SUlnOVF1YkdiTEdkREZBOFcwQT09Iiwid3JhcHBlZEtFSyI6IjlZZ3JiaGZRZFJyRko5N1I1YUk4' +
      'QlE9PSJ9AO4BAADKMZ3Fa4Ia5cJrSrxZ03NWnhvvQu99ktlkF75Z3/h6iXV/CnFeGAZpih7WigGSf5dmDRN9yOSAlkP5++qMoFTi' +
      'CEWx8spL4jc8LtD/YNXcPdEjwYmvoE3YDs46Vnx56/r3v23UP6Ow5kU8HRInmh74gOu+GaSCinD2jhQxI8HNZpFppAmQtZ5U5LNs' +
      'Ryu/T0OfsvArHWtxjORDJggD/7g/8HU/MlZ0o6HMbUzLMUG7m/UrR9OdzJFUVNbuPQaB87BLWAmi+Xe/vTfu8Zhs5KS8qJ3BJwqF' +
      'pv77NwHXapdzdtMT4qT6hOVSGCxjnq4DCTJVCAWAmpfG57K++uZX6e6nXFuK5u8kXP5/uCrEmXpWf5dIjIyZ2NjGvhc5usEq9w09' +
      'vFkDAym9BT98Ns1BGwYpofjcTpZXqCCFFvJ1KIS4FwJXl5olTHlCy2+EuX7D88T4cxCFvsyrMRsu+I1VkC+dhKmEyEEEE5CMOgWY' +
      'b99AwyiTU8wkvFxyUIOnH5E624WMnjBRNbareqMYhKe0FhS91YfgCkFgD4LvX550/GMQJOcTccU/Aw8lFMA6W7B6Ttlt8zuzyGvT' +
      'p8Q8JfftrHZLVNyObxPHWZ4km6dOQLy6Gekit5p8+EvtVaPt7Ky7XFlZKFjfmdHD40uQ7NQNpEsDAABQQVJF',
  ),
  column: fromBase64(
    'UEFSMS8AAAA7TzLjEpLH4OTnPAxUkDJvTiTPCrad9Ok9cC6R4h5vTK7BpkFUFeLLaj8KpKPZ9TUAAACgPDDfSbPWj+zZmLx43k1L' +
      'Ccpnk2k4rV5TmbSL54TAcbegP5Qs89wAeChPsXaxjf/nOJaTYhUEGSw1ABgGc2NoZW1hFQIAFQwlAhgFcXVlcnklAEwcAAAAFggZ' +
      'HBkcJgAcFQwZJQYAGRgFcXVlcnkVAhYIFpYBFtgBJgh8FgwZBhkmAgYAAFwsGRgFcXVlcnkYkgJ7ImtleU1hdGVyaWFsVHlwZSI6' +
      'IlBLTVQxIiwiaW50ZXJuYWxTdG9yYWdlIjp0cnVlLCJpc0Zvb3RlcktleSI6ZmFsc2UsIm1hc3RlcktleUlEIjoiYyIsIndyYXBw' +
      'ZWRERUsiOiIxNWRmZ0JFWGJzME53aC9FVTBHVW9PRWVIaGtLWEJyWEkwbzR3dkdhTGwvamVQQndXVWtaL2ZoeUN6Yz0iLCJkb3Vi' +
      'bGVXcmFwcGluZyI6dHJ1ZSwia2V5RW5jcnlwdGlvbktleUlEIjoibHcyczFUSHpWMVd2UFlLdHJaZXd3Zz09Iiwid3JhcHBlZEtF' +
      'SyI6Ik5FU0RwRVZ1eURRUWNQYXI3Q1g2K1E9PSJ9AAAYTkoAAAAYIJbd+iH76UekAqrEPj0Zqg9cAUbzErgZkC63DJEjIiCvavIt' +
      'w0qdWg6cqc/p7h+5BZw07J3/ikd3cCe6o0FWWAX6KPeF5b+acgAWlgEWCCYIFtgBFAAAKCBwYXJxdWV0LWNwcC1hcnJvdyB2ZXJz' +
      'aW9uIDI1LjAuMRkcHAAAHBwoCCuq5yjIjYjNEgAAGMYCeyJrZXlNYXRlcmlhbFR5cGUiOiJQS01UMSIsImludGVybmFsU3RvcmFn' +
      'ZSI6dHJ1ZSwiaXNGb290ZXJLZXkiOnRydWUsImttc0luc3RhbmNlSUQiOiJERUZBVUxUIiwia21zSW5zdGFuY2VVUkwiOiJERUZB' +
      'VUxUIiwibWFzdGVyS2V5SUQiOiJmIiwid3JhcHBlZERFSyI6IkNrSU9uTjA3dmZhaEZuVzdGM2NiUXpJQm1Xazh1eC9lL0o4Q0w2' +
      'S3I5eFNyOCtMMGxiMmNZeVlTcXYwPSIsImRvdWJsZVdyYXBwaW5nIjp0cnVlLCJrZXlFbmNyeXB0aW9uS2V5SUQiOiJFNXlJSWc5' +
      'UXViR2JMR2RERkE4VzBBPT0iLCJ3cmFwcGVkS0VLIjoiOVlncmJoZlFkUnJGSjk3UjVhSThCUT09In0AU1Nf1In7pP2Me65vE/+E' +
      'DFPyD51lzj1r4tdjK2wDAABQQVIx',
  ),
};
