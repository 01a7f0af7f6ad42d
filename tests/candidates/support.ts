/** Files from strings, and what the loading of one gives. */

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { afterAll } from 'vitest';

import { duckInNode } from '../support/duck-engine';
import { Candidates } from '../../src/candidates/candidates';
import { planFile } from '../../src/candidates/formats/plan';
import { FileReading, type ReadingOptions } from '../../src/candidates/records/reader';
import type { CandidateRecord, PlaceKind, ReadCounts, Reject } from '../../src/candidates/candidate-record';
import type { EntryCounts, LoadedSource, LoadOutcome, RefusedFile } from '../../src/candidates/outcomes';
import { defaultLoadOptions, type LoadOptions } from '../../src/candidates/reading';
import { unknownFile } from '../../src/candidates/formats/unknown-format';

const duckdb = createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm');

export const nodeEngine = duckInNode({
  wasm: duckdb,
  worker: join(dirname(duckdb), 'duckdb-node-eh.worker.cjs'),
});

/** What reading a file gives: counts of the file, and of its only source. */
export interface ReadSummary {
  readonly format: string;
  readonly placeKind: PlaceKind;
  readonly counts: EntryCounts & ReadCounts;
  readonly dimension: number | null;
}

export interface ReadResult {
  readonly records: CandidateRecord[];
  readonly rejects: Reject[];
  readonly summary: ReadSummary;
}

export type Content = string | Uint8Array;

export type ReadOptions = Partial<LoadOptions & Pick<ReadingOptions, 'other'>>;

/** A file whose stream gives chunks of some size, cut anywhere. */
export function fileOf(name: string, content: Content, chunk?: number): File {
  const bytes = bytesOf(content);
  const file = new File([bytes], name);
  if (chunk !== undefined) {
    file.stream = () =>
      new ReadableStream<Uint8Array<ArrayBuffer>>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += chunk) controller.enqueue(bytes.slice(at, at + chunk));
          controller.close();
        },
      });
  }
  return file;
}

/** The worker's own class for the tests of a file or a block, which is closed after them. */
export function openCandidates(): Candidates {
  const candidates = new Candidates(nodeEngine);
  afterAll(() => candidates.close());
  return candidates;
}

/** Loads a file that gives one source. */
export async function loadSource(
  candidates: Candidates,
  name: string,
  content: Content,
  options: Partial<LoadOptions> = {},
): Promise<LoadedSource> {
  const all = { ...defaultLoadOptions(name), ...options };
  return sourceOf(await candidates.load(fileOf(name, content), all, () => undefined));
}

/** The only source of a file that was loaded. */
export function sourceOf(outcome: LoadOutcome): LoadedSource {
  if (outcome.status !== 'loaded') throw new Error(`not loaded: ${JSON.stringify(outcome)}`);
  const [source, ...others] = outcome.loaded.sources;
  if (source === undefined || others.length > 0) throw new Error('the file gives not one source');
  return source;
}

export function refusedOf(outcome: LoadOutcome): RefusedFile {
  if (outcome.status !== 'refused') throw new Error(`not refused: ${JSON.stringify(outcome)}`);
  return outcome.refused;
}

/** Reads a file of one source, without a store and without companions. */
export async function read(
  name: string,
  content: Content,
  options: ReadOptions & { chunk?: number } = {},
): Promise<ReadResult> {
  const records: CandidateRecord[] = [];
  const rejects: Reject[] = [];
  const reading = await readingOf(fileOf(name, content, options.chunk), options, records, rejects);
  await reading.read(new AbortController().signal);
  const [tally, ...others] = [...reading.sources.values()];
  if (tally === undefined || others.length > 0)
    throw new Error(`${name} gives ${reading.sources.size} sources`);
  const counts = { ...reading.tally.counts(), ...tally.counts };
  if (counts.read !== counts.loaded + counts.merged + counts.leftOut + counts.rejected)
    throw new Error('counts do not add up');
  if (counts.records !== records.length || counts.rejected !== rejects.length) throw new Error('miscounted');
  const { words } = reading;
  const { placeKind, dimension } = reading;
  const summary = { format: words, placeKind, counts, dimension };
  return { records, rejects, summary };
}

/** The error with which a reading ends, and what was rejected until then. */
export async function refusal(
  name: string,
  content: Content,
  options: ReadOptions = {},
): Promise<{ error: Error; read: number; rejects: readonly Reject[] }> {
  const rejects: Reject[] = [];
  let reading: FileReading | null = null;
  try {
    reading = await readingOf(fileOf(name, content), options, [], rejects);
    await reading.read(new AbortController().signal);
  } catch (error) {
    if (error instanceof Unknown)
      return { error: error.reason, read: error.rejects.length, rejects: error.rejects };
    if (!(error instanceof Error)) throw error;
    return { error, read: reading?.tally.read ?? 0, rejects };
  }
  throw new Error(`${name} was read`);
}

/** A file of no known format, whose first entries are rejects. */
class Unknown extends Error {
  constructor(
    readonly reason: Error,
    readonly rejects: readonly Reject[],
  ) {
    super(reason.message);
  }
}

export async function readingOf(
  file: File,
  { other = null, ...options }: ReadOptions,
  records: CandidateRecord[] = [],
  rejects: Reject[] = [],
): Promise<FileReading & { words: string }> {
  const all = { ...defaultLoadOptions(file.name), ...options };
  const plan = await planFile(file, all, new AbortController().signal);
  if ('companion' in plan) throw new Error(`${file.name} is a companion: ${plan.words}`);
  if ('fields' in plan) {
    const { error, rejects: found } = unknownFile(plan);
    throw new Unknown(error, found);
  }
  const none = { fill: null, relevant: () => undefined, sample: null };
  const reading = new FileReading(
    plan,
    { ...none, other },
    {
      onBytes: () => undefined,
      onRecord: (record) => records.push(record),
      onReject: (reject) => rejects.push(reject),
    },
  );
  return Object.assign(reading, { words: plan.interpretation.words });
}

export function bytesOf(content: Content): Uint8Array<ArrayBuffer> {
  return typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(content);
}
