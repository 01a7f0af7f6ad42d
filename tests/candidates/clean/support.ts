/** Files to clean, and round trips: load, clean, load again. */

import { gzipSync, gunzipSync } from 'node:zlib';

import type { CleanRequest, RemovalReason, RemovedPairs } from '../../../src/candidates/api';
import { cleanFile, type CleanedFile, type CleanProgress } from '../../../src/candidates/clean/cleaner';
import { ByteEntries } from '../../../src/candidates/read/byte-entries';
import type { EntryReader, EntrySource } from '../../../src/candidates/read/entries';
import { nestedListStart } from '../../../src/candidates/read/json';
import type { OpenFile, TableShape } from '../../../src/candidates/formats/open';
import { JsonArrayReader } from '../../../src/candidates/read/json-array';
import { columnLines, jsonLines } from '../../../src/candidates/read/lines';
import { ParquetEntries } from '../../../src/candidates/read/parquet/rows';
import { TableReader } from '../../../src/candidates/read/table-rows';
import { flagEmbedding } from '../../../src/candidates/formats/json-formats';
import { fieldFormat } from '../../../src/candidates/formats/mapped';
import type { Format } from '../../../src/candidates/formats/format';
import type { Container } from '../../../src/candidates/formats/catalogue';
import { load, type Loading, type PlainRecord } from './loading';
import { stored, type StoredFile } from './stored-file';

export interface FileShape {
  readonly container: Container;
  /** Bytes before the first entry. */
  readonly skip?: number;
  readonly table?: TableShape;
  readonly header?: readonly string[];
}

/** The file as `openFile` opens it, with the container said. */
export function opened(name: string, content: BlobPart, shape: FileShape): OpenFile {
  const file = new File([content], name);
  const { container, table = null, header = null, skip = 0 } = shape;
  const gzip = name.endsWith('.gz');
  const reader = (): EntryReader => {
    if (table !== null) return new TableReader(table.delimiter, table.header, skip);
    if (container === 'columns') return columnLines(6, skip);
    if (container === 'JSONL') return jsonLines(skip);
    return new JsonArrayReader(container === 'JSON object', skip);
  };
  const entries = (): EntrySource =>
    container === 'Parquet' ? new ParquetEntries(file) : new ByteEntries(file, gzip, reader(), skip);
  return { file, gzip, container, table, header, entries };
}

/** Tuples under these names, with further negatives of the series. */
export function tuplesUnder(query: string, positive = 'positive', negative = 'negative'): Format {
  const reading = { query, positive, negatives: [negative], queryId: null, together: true, titles: {} };
  return fieldFormat('tuples', { ...reading, ids: false, instructed: false, prompted: false, tuples: true });
}

/** Bytes before the list under `data`. */
export function skipToData(content: string): number {
  return nestedListStart(new TextEncoder().encode(content), 'data') ?? NaN;
}

/** Records as they stand in a file nq.jsonl. */
export async function jsonlSource(
  records: readonly object[],
  loading: Loading = { format: flagEmbedding },
): Promise<StoredFile> {
  const content = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  const file = opened('nq.jsonl', content, { container: 'JSONL' });
  const loaded = await load(file, loading);
  return stored(file, loading.format, loaded);
}

/** Pairs from "record:position record:position …". */
export function pairs(text: string): [number, number][] {
  return text.split(' ').map((pair) => pair.split(':').map(Number) as [number, number]);
}

export const REASON: RemovalReason = { reason: 'inverted: ρ < 0.5', markedBy: 'by hand', note: '' };

/**
 * Pairs as [record, position], of the first reason; ρ, η and ψ tell which pair it is.
 * @param source the number of the source in its file, from 0
 */
export function removedPairs(source: number, removed: readonly (readonly [number, number])[]): RemovedPairs {
  const numbers = (of: (pair: readonly [number, number]) => number) => Float64Array.from(removed, of);
  return {
    source,
    records: Int32Array.from(removed, ([record]) => record),
    positions: Int32Array.from(removed, ([, position]) => position),
    reasons: new Int32Array(removed.length),
    rho: numbers(([record]) => record / 8),
    eta: numbers(([, position]) => position / 8),
    psi: numbers(() => 0.5),
  };
}

export async function clean(
  { store, id, sources }: StoredFile,
  removed: readonly RemovedPairs[],
  request: Partial<CleanRequest> = {},
  onProgress: (progress: CleanProgress) => void = () => undefined,
  signal = new AbortController().signal,
): Promise<CleanedFile> {
  const whole = {
    fileId: id,
    removed: removed.map((pairs) => ({ ...pairs, source: sources[pairs.source] ?? pairs.source })),
    reasons: [REASON],
    withoutRejects: false,
  } as const;
  return cleanFile(store, { ...whole, ...request }, onProgress, signal);
}

/** Loads a file, cleans it and loads the outcome again. */
export async function roundTrip(
  name: string,
  content: BlobPart,
  shape: FileShape,
  loading: Loading,
  pairs: readonly (readonly [number, number])[],
  request: Partial<CleanRequest> = {},
): Promise<{ cleaned: CleanedFile; bytes: Uint8Array<ArrayBuffer>; text: string; again: Again[] }> {
  const before = opened(name, content, shape);
  const file = await stored(before, loading.format, await load(before, loading));
  const cleaned = await clean(file, [removedPairs(0, pairs)], request);
  const bytes = new Uint8Array(await cleaned.content.arrayBuffer());
  const plain = name.endsWith('.gz') ? Uint8Array.from(gunzipSync(bytes)) : bytes;
  const after = await load(opened(name, bytes, shape), loading);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(plain);
  return { cleaned, bytes, text, again: after.records.map(essence) };
}

export type Again = Pick<PlainRecord, 'label' | 'queryId' | 'query' | 'positive' | 'negatives'>;

/** A record without its places, which move when lines go. */
export function essence({ label, queryId, query, positive, negatives }: PlainRecord): Again {
  return { label, queryId, query, positive, negatives };
}

/** The records without some pairs of the first source: what is to be read again. */
export async function expected(
  name: string,
  content: BlobPart,
  shape: FileShape,
  loading: Loading,
  pairs: readonly (readonly [number, number])[],
): Promise<Again[]> {
  const { records } = await load(opened(name, content, shape), loading);
  const first = records[0]?.label;
  const own = records.filter(({ label }) => label === first);
  return records.flatMap((record) => {
    const gone = pairs.filter(([index]) => own[index] === record).map(([, position]) => position);
    const negatives = record.negatives.filter((_, position) => !gone.includes(position));
    return negatives.length > 0 ? [{ ...essence(record), negatives }] : [];
  });
}

export function gzipped(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(gzipSync(text));
}
