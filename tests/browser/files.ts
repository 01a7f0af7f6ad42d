/** Files for the browser tests: made in memory, or dropped on the page as a user drops them from a file manager. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import type { Locator, Page } from '@playwright/test';

import { normals, unit } from '../support/random.mjs';
import type { FilePayload } from '../support/rank-page.mjs';
import { jsonl } from '../support/jsonl';

const DEMO = resolve(import.meta.dirname, '../../public/demo');

/** A record of the demo, in Tevatron's shape. */
export interface DemoRecord {
  readonly query_id: string;
  readonly query: string;
  readonly positive_passages: readonly DemoPassage[];
  readonly negative_passages: readonly DemoPassage[];
}

export interface EmbeddedRecord {
  readonly query: string;
  readonly positive: string;
  readonly negatives: readonly string[];
  readonly query_embedding: readonly number[];
  readonly positive_embedding: readonly number[];
  readonly negative_embeddings: readonly (readonly number[])[];
}

interface DemoPassage {
  readonly docid: string;
  readonly title: string;
  readonly text: string;
}

export function demoFile(source: string): string {
  return resolve(DEMO, `${source}.jsonl`);
}

/** The first records of a source of the demo, by default all. */
export function demoRecords(source: string, count?: number): DemoRecord[] {
  const lines = readFileSync(demoFile(source), 'utf8').trimEnd().split('\n');
  return lines.slice(0, count).map((line) => JSON.parse(line) as DemoRecord);
}

/**
 * Records with two negatives each and seeded embeddings of unit norm, so that no encoder is needed.
 *
 * @param seed texts and embeddings of another seed are others
 */
export function embedded(count: number, dimension: number, seed: string): EmbeddedRecord[] {
  const vectors = normals(count * 4 * dimension, seed);
  const vector = (index: number) => [...unit(vectors.subarray(index * dimension, (index + 1) * dimension))];
  return Array.from({ length: count }, (_, i) => ({
    query: `query ${i} of ${seed}`,
    positive: `positive ${i} of ${seed}`,
    negatives: [`negative ${i} of ${seed}`, `query ${i}, another negative of ${seed}`],
    query_embedding: vector(4 * i),
    positive_embedding: vector(4 * i + 1),
    negative_embeddings: [vector(4 * i + 2), vector(4 * i + 3)],
  }));
}

/**
 * The demo's records of a source again and again, each time with other texts: thousands of texts to encode. On the disk:
 * files of megabytes that are handed over as bytes take longer than they take to read.
 * @returns the path
 */
export function manyRecords(path: string, source: string, times: number): string {
  const records = demoRecords(source, 163);
  const all = Array.from({ length: times }, (_, time) =>
    records.map((record) => ({
      ...record,
      query: `${record.query} ${time}`,
      positive_passages: record.positive_passages.map((p) => ({ ...p, title: `${p.title} ${time}` })),
      negative_passages: record.negative_passages.map((p) => ({ ...p, title: `${time} ${p.title}` })),
    })),
  );
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, jsonl(...all.flat()));
  return path;
}

export function textFile(name: string, content: string | Uint8Array): FilePayload {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(content) };
}

export function jsonlFile(name: string, records: readonly unknown[]): FilePayload {
  return textFile(name, jsonl(...records));
}

/** The first records of sources of the demo, a file each. */
export function demoBeginnings(sources: readonly string[], count: number): FilePayload[] {
  return sources.map((source) => jsonlFile(`${source}.jsonl`, demoRecords(source, count)));
}

/** Files of records with embeddings, of these names and no text in common. */
export function embeddedFiles(names: readonly string[], count: number, dimension: number): FilePayload[] {
  return names.map((name) => jsonlFile(`${name}.jsonl`, embedded(count, dimension, name)));
}

/** Two small sources with embeddings and no text in common. */
export function alphaAndBeta(): [FilePayload, FilePayload] {
  return [jsonlFile('alpha.jsonl', embedded(20, 3, 'x')), jsonlFile('beta.jsonl', embedded(20, 3, 'y'))];
}

/** Drops files and folders of this machine on the middle of the page, or of an element, as the browser itself would hand them over. */
export async function dropOnPage(page: Page, paths: readonly string[], on?: Locator): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await on?.scrollIntoViewIfNeeded();
  const whole = { x: 0, y: 0, ...(page.viewportSize() ?? { width: 0, height: 0 }) };
  const { x, y, width, height } = (await on?.boundingBox()) ?? whole;
  const data = { items: [], files: paths.map((path) => resolve(path)), dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 2, data });
  }
  await session.detach();
}
