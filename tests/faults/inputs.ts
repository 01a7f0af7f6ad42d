/** The small files that a pass ranks, and how many of their records are good. */

import type { FilePayload } from '../support/rank-page.mjs';
import { demoRecords, embedded, textFile } from '../browser/files';
import type { Kind } from './plan';

const RECORDS = 10;
const DIMENSION = 8;
const TEXT_RECORDS = 3;

/** Two lines that are refused: one lacks its positive, one is no JSON. */
const BAD_LINES = `${JSON.stringify({ query: 'without a positive' })}\n{"query": "cut off\n`;

export interface PassFile {
  readonly payload: FilePayload;
  /** Name of its source on the page. */
  readonly source: string;
  readonly read: number;
  readonly rejected: number;
}

/** Two files. */
export function filesOf(kind: Kind): readonly PassFile[] {
  if (kind === 'texts') {
    return ['written', 'random'].map((source) => jsonl(source, demoRecords(source, TEXT_RECORDS)));
  }
  const records = (source: string) => embedded(RECORDS, DIMENSION, source);
  return [jsonl('first', records('first')), jsonl('second', records('second'))];
}

function jsonl(source: string, records: readonly unknown[]): PassFile {
  const good = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  const payload = textFile(`${source}.jsonl`, `${good}${BAD_LINES}`);
  return { payload, source, read: records.length + 2, rejected: 2 };
}
