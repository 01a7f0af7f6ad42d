/** Measures the audit by pairs on the real files and writes the tables of docs/AUDIT.md. Loaded into Node through Vite. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { SourceData } from '../../src/engine/source-data';
import { seededRandom } from '../../src/scoring/random';
import { unrelated } from '../../src/scoring/unrelated';
import { brokenRow } from './broken';
import { Contaminator, FOREIGN, type Foreign } from './contaminate';
import { detection, SHARES, type Against, type Detection } from './detection';
import { openAuditFile, type AuditFile } from './real-files';
import { brokenTable, cornerTable, detectionTable, distinctTable, excessTable, waysTable } from './tables';
import { distinctWays, waysOf, type DistinctRow, type WayRow } from './ways';

/** How often a source is contaminated and resampled. */
export const RUNS = 100;

/** Mixes with random passages, for the table of single pairs. */
const PAIR_RUNS = 20;
const PAIR_SHARE = 0.05;

const MODEL = 'models/potion-base-2M';

/** @param shared path of ../shared */
export async function openFiles(shared: string): Promise<{ dl1920: AuditFile; xquad: AuditFile }> {
  const open = (
    name: string,
    names: readonly string[],
    references: readonly string[],
    grades: string | null,
  ) =>
    openAuditFile(
      {
        name,
        paths: names.map((source) => join(shared, `data/${name}/${source}.jsonl`)),
        references,
        grades,
      },
      join(shared, MODEL),
    );
  const judged = join(shared, 'data/dl1920/qrels_truth.tsv');
  return {
    dl1920: await open(
      'dl1920',
      ['bm25', 'tasb', 'repllama', 'random'],
      ['bm25', 'tasb', 'repllama'],
      judged,
    ),
    xquad: await open('xquad', ['bm25', 'dense', 'random', 'leaky'], ['bm25', 'dense'], null),
  };
}

/** One line of a table of detection: a source against some references, at every share. */
export interface DetectionRow {
  readonly file: string;
  readonly source: string;
  readonly against: Against;
  readonly shares: readonly Detection[];
}

export async function detectionRow(
  file: AuditFile,
  source: number,
  foreign: Foreign,
  against: Against,
  runs: number,
): Promise<DetectionRow> {
  const shares: Detection[] = [];
  for (const share of SHARES[foreign])
    shares.push(await detection(file, source, foreign, share, against, runs));
  return { file: file.name, source: file.names[source] ?? '', against, shares };
}

/** All rows of one kind of contamination. */
export async function detectionRows(
  files: readonly AuditFile[],
  foreign: Foreign,
  runs: number,
  say: (text: string) => void,
): Promise<DetectionRow[]> {
  const rows: DetectionRow[] = [];
  for (const file of files) {
    if (foreign === 'answers' && file.answers === null) continue;
    for (const source of file.references) {
      say(`${foreign} in ${file.name}/${file.names[source]}`);
      for (const against of ['others', 'all'] as const) {
        rows.push(await detectionRow(file, source, foreign, against, runs));
      }
    }
  }
  return rows;
}

/** Which pairs of mixes with random passages lie in the corner. */
export interface CornerRow {
  readonly file: string;
  readonly source: string;
  /** Means over the mixes: random pairs, pairs in the corner, and pairs that are both. */
  readonly random: number;
  readonly found: number;
  readonly true: number;
}

export async function cornerRow(file: AuditFile, source: number): Promise<CornerRow> {
  const contaminator = new Contaminator(file, source, 'random');
  const sums = { random: 0, found: 0, true: 0 };
  for (let seed = 1; seed <= PAIR_RUNS; seed++) {
    const { source: mixed, foreign } = await contaminator.make(PAIR_SHARE, seededRandom(seed));
    unrelated(mixed.columns, file.corner).forEach((flag, pair) => {
      sums.random += (foreign[pair] ?? 0) / PAIR_RUNS;
      sums.found += flag / PAIR_RUNS;
      sums.true += (flag * (foreign[pair] ?? 0)) / PAIR_RUNS;
    });
  }
  return { file: file.name, source: file.names[source] ?? '', ...sums };
}

/** What each way finds of one source. */
export interface SourceWays {
  readonly source: string;
  readonly rows: readonly WayRow[];
}

/** The judged sources of dl1920: what is found there are answers. */
export function judgedWays(file: AuditFile): SourceWays[] {
  return file.names.map((source, s) => ({
    source,
    rows: waysOf(file, s, file.answers?.[s] ?? new Uint8Array()),
  }));
}

/** The mined sources of dl1920 together. */
export function judgedDistinct(file: AuditFile): DistinctRow[] {
  return distinctWays(file, file.references, file.answers ?? []);
}

/** The source of xquad with copies of positives planted, by the list of them. */
export function leakyWays(file: AuditFile, shared: string): SourceWays {
  const source = file.names.indexOf('leaky');
  return { source: 'leaky', rows: waysOf(file, source, plantedPairs(file, source, shared)) };
}

/** 1 for each pair whose document is listed as planted. */
export function plantedPairs(file: AuditFile, source: number, shared: string): Uint8Array {
  const listed = new Set(readFileSync(join(shared, 'data/xquad/leaky_truth.tsv'), 'utf8').trim().split('\n'));
  const lines = readFileSync(join(shared, 'data/xquad/leaky.jsonl'), 'utf8').trim().split('\n');
  const { offsets } = (file.run.sources[source] as SourceData).structure;
  const planted = new Uint8Array(offsets.at(-1) ?? 0);
  for (const [record, line] of lines.entries()) {
    const { query_id, negative_passages } = JSON.parse(line) as {
      query_id: string;
      negative_passages: readonly { docid: string }[];
    };
    for (const [k, { docid }] of negative_passages.entries()) {
      if (listed.has(`${query_id}\t${docid}`)) planted[(offsets[record] ?? 0) + k] = 1;
    }
  }
  return planted;
}

/** Every table by its name in docs/AUDIT.md. */
export async function measuredTables(
  shared: string,
  runs: number,
  say: (text: string) => void,
): Promise<ReadonlyMap<string, string>> {
  say('the engine over dl1920 and xquad');
  const { dl1920, xquad } = await openFiles(shared);
  const files = [dl1920, xquad];
  const tables = new Map([
    ['judged', waysTable(judgedWays(dl1920), 'answers')],
    ['distinct', distinctTable(judgedDistinct(dl1920))],
    ['leaky', waysTable([leakyWays(xquad, shared)], 'planted')],
  ]);
  for (const foreign of FOREIGN) {
    const rows = await detectionRows(files, foreign, runs, say);
    tables.set(foreign, detectionTable(foreign, rows, runs));
    if (foreign === 'random') tables.set('excess', excessTable(rows));
  }
  say('the sliders over dl1920/bm25');
  tables.set('broken', brokenTable([await brokenRow(dl1920, dl1920.names.indexOf('bm25'))]));
  const corners: CornerRow[] = [];
  for (const file of files) {
    for (const source of file.references) corners.push(await cornerRow(file, source));
  }
  return tables.set('corner', cornerTable(corners));
}
