/** Files for the browser tests: made in memory, or dropped on the page as a user drops them from a file manager. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Page } from '@playwright/test';

import type { FilePayload } from '../../scripts/lib/rank-page.mjs';

const DEMO = resolve(import.meta.dirname, '../../public/demo');

/** A record of the demo, in Tevatron's shape. */
export interface DemoRecord {
  readonly query_id: string;
  readonly query: string;
  readonly positive_passages: readonly DemoPassage[];
  readonly negative_passages: readonly DemoPassage[];
}

interface DemoPassage {
  readonly docid: string;
  readonly title: string;
  readonly text: string;
}

/** Path of one of the demo's files. */
export function demoFile(source: string): string {
  return resolve(DEMO, `${source}.jsonl`);
}

/** The first records of a source of the demo. */
export function demoRecords(source: string, count: number): DemoRecord[] {
  const lines = readFileSync(demoFile(source), 'utf8').trimEnd().split('\n');
  return lines.slice(0, count).map((line) => JSON.parse(line) as DemoRecord);
}

export function textFile(name: string, content: string | Uint8Array): FilePayload {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(content) };
}

/** One record a line. */
export function jsonlFile(name: string, records: readonly unknown[]): FilePayload {
  return textFile(name, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

/** Drops files and folders of this machine on the middle of the page, as the browser itself would hand them over. */
export async function dropOnPage(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const data = { items: [], files: paths.map((path) => resolve(path)), dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data });
  }
  await session.detach();
}
