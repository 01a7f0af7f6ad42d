import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker as NodeThread } from 'node:worker_threads';

import type { DuckEngine } from '../../src/candidates/store/database';
import { FileReading, type FileSummary, type ReadingOptions } from '../../src/candidates/reader';
import type { CandidateRecord, Reject } from '../../src/candidates/types';

const duckFolder = dirname(createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm'));

/** DuckDB's Node build of the same engine, in a thread that behaves as a browser's worker. */
export const nodeEngine: DuckEngine = {
  wasmUrl: join(duckFolder, 'duckdb-eh.wasm'),
  createWorker: () => new ThreadWorker(join(duckFolder, 'duckdb-node-eh.worker.cjs')) as unknown as Worker,
};

export class ThreadWorker extends EventTarget {
  readonly #thread: NodeThread;

  constructor(script: string) {
    super();
    const prelude =
      "const { parentPort } = require('node:worker_threads');" +
      'globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer);' +
      "parentPort.on('message', (data) => globalThis.onmessage({ data }));";
    this.#thread = new NodeThread(`${prelude} require(${JSON.stringify(script)});`, {
      eval: true,
      stdout: true,
      stderr: true,
    });
    this.#thread.on('message', (data: unknown) => this.#dispatch('message', { data }));
    this.#thread.on('error', (error: Error) => this.#dispatch('error', { message: error.message }));
    this.#thread.on('exit', () => this.#dispatch('close', {}));
  }

  postMessage(message: unknown, transfer: readonly ArrayBuffer[] = []): void {
    this.#thread.postMessage(message, transfer);
  }

  terminate(): void {
    void this.#thread.terminate();
  }

  #dispatch(type: string, fields: object): void {
    this.dispatchEvent(Object.assign(new Event(type), fields));
  }
}

export interface ReadResult {
  readonly records: CandidateRecord[];
  readonly rejects: Reject[];
  readonly summary: FileSummary;
}

export type Content = string | Uint8Array;

/** Reads a file's content, given in chunks of some size, without a store. */
export async function read(
  file: string,
  content: Content,
  options: Partial<ReadingOptions> & { chunk?: number } = {},
): Promise<ReadResult> {
  const reading = new FileReading({ file, normalise: false, required: false, other: null, ...options });
  const records: CandidateRecord[] = [];
  const rejects: Reject[] = [];
  for await (const batch of reading.batches(inChunks(bytesOf(content), options.chunk ?? 1 << 16))) {
    records.push(...batch.records);
    rejects.push(...batch.rejects);
  }
  const { counts } = reading.summary();
  if (counts.read !== counts.records + counts.merged + counts.rejected)
    throw new Error('counts do not add up');
  if (counts.records !== records.length || counts.rejected !== rejects.length) throw new Error('miscounted');
  return { records, rejects, summary: reading.summary() };
}

/** The error with which a reading ends, and what was rejected until then. */
export async function refusal(
  file: string,
  content: Content,
  options: Partial<ReadingOptions> = {},
): Promise<{ error: Error; read: number; rejects: readonly Reject[] }> {
  const reading = new FileReading({ file, normalise: false, required: false, other: null, ...options });
  const rejects: Reject[] = [];
  try {
    for await (const batch of reading.batches(inChunks(bytesOf(content), 1 << 16)))
      rejects.push(...batch.rejects);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    rejects.push(...reading.takeRejects());
    return { error, read: reading.tally.read, rejects };
  }
  throw new Error(`${file} was read`);
}

export function bytesOf(content: Content): Uint8Array<ArrayBuffer> {
  return typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(content);
}

export function jsonl(...records: unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.slice(start, start + size);
}
