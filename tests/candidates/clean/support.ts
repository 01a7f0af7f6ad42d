/** Files to clean, and round trips through the store: load, clean, load again. */

import { gzipSync, gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect } from 'vitest';

import type { CleanRequest, RemovalReason, RemovedPairs } from '../../../src/candidates/clean/removals';
import { cleanFile, type CleanedFile } from '../../../src/candidates/clean/cleaner';
import type { Reject } from '../../../src/candidates/candidate-record';
import type { LoadedFile, LoadOutcome } from '../../../src/candidates/outcomes';
import { defaultLoadOptions, type LoadOptions } from '../../../src/candidates/reading';
import { Bench, loadedOf, type ExpectedRecord } from '../fixtures';
import { fileOf, type Content } from '../support';
import { jsonl } from '../../support/jsonl';

/** Only the pairs that are named leave. */
export const NOTHING_ELSE: CleanRequest['without'] = { rejects: 'none', blanks: false, repeats: false };

let bench: Bench;
/** What is loaded for the test under way. */
let there: LoadOutcome[] = [];

/** Starts a store for the tests of a file, and ends it after them. */
export function withStore(): void {
  beforeAll(async () => {
    bench = new Bench();
    there = [];
  });

  afterAll(() => bench.store.mirror.close());
}

export interface StoredFile {
  readonly store: Bench['store'];
  readonly file: File;
  readonly loaded: LoadedFile;
  /** Key of the file. */
  readonly id: number;
  /** Keys of its sources, in load order. */
  readonly sources: readonly number[];
}

/** How a file is read. */
export interface Loading extends Partial<LoadOptions> {
  /** Files that it needs, by their names. */
  readonly companions?: Readonly<Record<string, string>>;
}

/** Companions in which the text of an id is `#id`. @param relevant the document of each query, by its id */
export function ofIds(
  corpus: readonly string[],
  queries: readonly string[] = [],
  relevant: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const texts = (ids: readonly string[]) => jsonl(...ids.map((id) => ({ _id: id, text: `#${id}` })));
  const judged = Object.entries(relevant).map(([query, id]) => `${query}\t${id}\t1\n`);
  return {
    'corpus.jsonl': texts(corpus),
    ...(queries.length > 0 && { 'queries.jsonl': texts(queries) }),
    ...(judged.length > 0 && { 'qrels.tsv': `query-id\tcorpus-id\tscore\n${judged.join('')}` }),
  };
}

/** Loads a file, with what it needs, in the place of the one before. */
export async function read(file: File, { companions = {}, ...options }: Loading = {}): Promise<LoadOutcome> {
  await bench.clear(there);
  there = [];
  for (const [companion, lines] of Object.entries(companions)) {
    there.push(await bench.load(fileOf(companion, lines)));
  }
  const outcome = await bench.load(file, { ...defaultLoadOptions(file.name), ...options });
  there.push(outcome);
  return outcome;
}

/** Loads a file in the place of the one before. @throws where it is not loaded */
export async function stored(name: string, content: Content, loading?: Loading): Promise<StoredFile> {
  const file = fileOf(name, content);
  return storedFile(file, loadedOf(await read(file, loading)));
}

export function storedFile(file: File, loaded: LoadedFile): StoredFile {
  return { store: bench.store, file, loaded, id: loaded.id, sources: loaded.sources.map(({ id }) => id) };
}

/** All rejects of a file. */
export function rejectsOf(id: number): readonly Reject[] {
  return bench.store.rejects.all([id]);
}

/** Records as they stand in a file nq.jsonl. */
export const jsonlSource = (records: readonly object[], loading?: Loading): Promise<StoredFile> =>
  stored('nq.jsonl', jsonl(...records), loading);

/** A record without its place, which moves when lines go, and what its file says of each text. */
export interface Again extends Omit<ExpectedRecord, 'place' | 'embeddings'> {
  /** Score (null where there is none) and embedding of the positive. */
  readonly given: readonly unknown[];
  /** Of each negative. */
  readonly beside: readonly unknown[];
}

/** The records of each source of a file. */
export async function recordsOf({ sources }: LoadedFile): Promise<Again[][]> {
  const records: Again[][] = [];
  for (const source of sources) {
    const read = await bench.recordsOf(source);
    const { dimension: d, id } = source;
    const { scores } = bench.store.structure(id);
    const score = (of: 'positives' | 'negatives', at: number) => {
      const given = scores?.[of][at] ?? NaN;
      return Number.isNaN(given) ? null : given;
    };
    const embeddings = d === null ? null : bench.embeddings(id);
    const vector = (of: 'positives' | 'negatives', at: number) =>
      d === null ? [] : [...(embeddings?.[of].slice(d * at, d * (at + 1)) ?? [])];
    let next = 0;
    records.push(
      read.map(({ place: _, ...record }, at) => ({
        ...record,
        given: [score('positives', at), ...vector('positives', at)],
        beside: record.negatives.map(() => [score('negatives', next), ...vector('negatives', next++)]),
      })),
    );
  }
  return records;
}

/** Pairs from "record:position record:position …". */
export function pairs(text: string): [number, number][] {
  return text.split(' ').map((pair) => pair.split(':').map(Number) as [number, number]);
}

export const REASON: RemovalReason = { reason: 'inverted: ρ < 0.5', markedBy: 'by hand', note: '' };

/** Of false negatives, which are positives. */
export const RELABELLED: Partial<CleanRequest> = { reasons: [{ ...REASON, relabelled: true }] };

/**
 * Pairs as [record, position], of the first reason.
 * @param source the number of the source in its file, from 0
 */
export function removedPairs(source: number, removed: readonly (readonly [number, number])[]): RemovedPairs {
  return {
    source,
    records: Int32Array.from(removed, ([record]) => record),
    positions: Int32Array.from(removed, ([, position]) => position),
    reasons: new Int32Array(removed.length),
  };
}

export async function clean(
  { store, id, sources }: StoredFile,
  removed: readonly RemovedPairs[],
  request: Partial<CleanRequest> = {},
): Promise<CleanedFile> {
  const whole = {
    fileId: id,
    removed: removed.map((pairs) => ({ ...pairs, source: sources[pairs.source] ?? pairs.source })),
    reasons: [REASON],
    without: NOTHING_ELSE,
  } as const;
  return cleanFile(store, { ...whole, ...request }, () => undefined, new AbortController().signal);
}

/** Pairs and records that a file lost. */
export function lostBy({ retention }: CleanedFile): [pairs: number, records: number] {
  const sum = (count: (of: CleanedFile['retention'][number]) => number) =>
    retention.reduce((total, of) => total + count(of), 0);
  return [
    sum((of) => of.negatives_before - of.negatives_after),
    sum((of) => of.records_before - of.records_after),
  ];
}

const ANY = expect.any(Array) as unknown[];

/** Records in the order of their texts. */
export function byTexts(records: readonly Again[]): Again[] {
  const keyed = records.map(
    (record) =>
      [JSON.stringify([record.source, record.query, record.positive, record.negatives]), record] as const,
  );
  return keyed.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, record]) => record);
}

/** The records without some pairs of the first source: what is to be read again. */
function without(records: readonly Again[][], pairs: readonly (readonly [number, number])[]): Again[] {
  const [first = [], ...others] = records;
  const left = first.map((record, at) => {
    const stays = (_: unknown, position: number): boolean =>
      !pairs.some(([r, p]) => r === at && p === position);
    const negatives = record.negatives.filter(stays);
    // The score that was missing may have been that of a removed negative.
    const isScored = record.given[0] !== null || negatives.length === record.negatives.length;
    const numbers = isScored ? { beside: record.beside.filter(stays) } : { given: ANY, beside: ANY };
    return { ...record, negatives, ...numbers };
  });
  return [...left.filter(({ negatives }) => negatives.length > 0), ...others.flat()];
}

/** What became of a file that was loaded, cleaned and loaded again. */
export interface RoundTrip {
  readonly cleaned: CleanedFile;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly text: string;
  /** The records of the cleaned file. */
  readonly again: Again[];
  /** Those of the file without the pairs. */
  readonly left: Again[];
}

/** Loads a file, cleans it and loads the outcome again. */
export async function roundTrip(
  name: string,
  content: Content,
  pairs: readonly (readonly [number, number])[],
  loading: Loading = {},
  request: Partial<CleanRequest> = {},
): Promise<RoundTrip> {
  return cleanedAgain(await stored(name, content, loading), pairs, loading, request);
}

/** Cleans a loaded file and loads the outcome in its place. */
export async function cleanedAgain(
  file: StoredFile,
  pairs: readonly (readonly [number, number])[],
  loading: Loading = {},
  request: Partial<CleanRequest> = {},
): Promise<RoundTrip> {
  const { name } = file.file;
  const left = without(await recordsOf(file.loaded), pairs);
  const cleaned = await clean(file, [removedPairs(0, pairs)], request);
  const bytes = new Uint8Array(await cleaned.content.arrayBuffer());
  const plain = name.endsWith('.gz') ? Uint8Array.from(gunzipSync(bytes)) : bytes;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(plain);
  const again = (await recordsOf((await stored(name, bytes, loading)).loaded)).flat();
  return { cleaned, bytes, text, again, left };
}

export function gzipped(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(gzipSync(text));
}
