/** Reports of `npm run rank`, and the figures of an independent float64 implementation that they must show. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import type { SessionReport } from '../../src/experiments/result';
import type { Report } from '../../src/report/result';
import { differences, type Tolerance } from '../support/compare';
import { expect, sharedData, test } from './helpers';

const ROOT = resolve(import.meta.dirname, '../..');
export const EXACT: Tolerance = { absolute: 1e-6, relative: 1e-6 };
/** With an encoder: 1e-4, and a pair or two of thousands at an edge. */
export const ENCODED: Tolerance = { absolute: 2e-4, relative: 1e-4 };

interface Expected {
  readonly sources: Record<string, unknown>;
  readonly idf_corpus: { readonly texts: number; readonly distinct_tokens: number };
  readonly audit: Pick<SessionReport['audit'], 'envelope' | 'flags'>;
  readonly ranking: readonly string[];
}

export async function rank(
  report: string,
  files: readonly string[],
  ...options: string[]
): Promise<SessionReport> {
  const path = test.info().outputPath(report);
  const args = [join(ROOT, 'scripts/negscope.mjs'), 'rank', ...files, '--report', path, ...options];
  await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  return JSON.parse(readFileSync(path, 'utf8')) as SessionReport;
}

/** A report without what differs from run to run: its date, times and rates. */
export function figuresOf({ created: _created, cost: _cost, ...figures }: Report): unknown {
  return figures;
}

export function expectFigures(report: SessionReport, expected: Expected, tolerance: Tolerance): void {
  expect(differences(report.sources, expected.sources, tolerance)).toEqual([]);
  expect(differences(report.audit.envelope, expected.audit.envelope, tolerance)).toEqual([]);
  expect(report.audit.flags).toEqual(expected.audit.flags);
  expect(report.ranking).toEqual(expected.ranking);
  expect(report.idf_corpus).toMatchObject({
    texts: expected.idf_corpus.texts,
    distinct_tokens: expected.idf_corpus.distinct_tokens,
  });
  for (const [name, source] of Object.entries(report.sources)) {
    const { read, records, merged, rejected } = source.file_counts;
    expect(read, `records read of ${name}`).toBe(records + merged + rejected);
  }
}

export function expected(path: string): Expected {
  return JSON.parse(readFileSync(path, 'utf8')) as Expected;
}

/** The golden sources in ../shared, and which of them are references. */
export const goldenFiles = () =>
  ['bm25', 'dense', 'llm', 'noise'].map((name) => sharedData(`golden/${name}.jsonl`));
export const GOLDEN_REFERENCE = ['--reference', 'bm25,dense,llm'];
