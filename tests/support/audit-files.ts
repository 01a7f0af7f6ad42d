/** The real files that the audit by pairs is measured on: a finished run of each, and what is known of their pairs. */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { RunFindings } from '../../src/engine/findings';
import type { FinishedRun } from '../../src/engine/finished-run';
import { Task } from '../../src/engine/task';
import { folderOnDisk } from './folders';
import { readTevatron, type KeyedRecord } from './tevatron';
import { runInNode } from './run-in-node';

/** Grade from which TREC-DL counts a passage as an answer. */
const RELEVANT = 2;

/** A run over some sources of one folder. */
export interface AuditFile {
  readonly run: FinishedRun;
  readonly findings: RunFindings;
  /** Of each source, 1 for each pair whose negative is judged an answer. */
  readonly answers: readonly Uint8Array[];
}

/**
 * Runs the engine over a folder with a model folder.
 * @param paths of Tevatron files
 * @param grades path of a table of query id, document id and grade
 */
export async function openAuditFile(
  paths: readonly string[],
  grades: string,
  model: string,
): Promise<AuditFile> {
  const names = paths.map((path) => basename(path, '.jsonl'));
  const read = paths.map(readTevatron);
  const run = await runInNode(names, read, folderOnDisk(basename(model), model));
  const known = readGrades(grades);
  const answers = read.map((records, s) => {
    const ofTexts = gradesOfTexts(paths[s] ?? '', known);
    const of = ({ key, negatives }: KeyedRecord) =>
      negatives.map((text) => Number((ofTexts.get(keyOf(key, text)) ?? 0) >= RELEVANT));
    return Uint8Array.from(records.flatMap(of));
  });
  return { run, findings: await RunFindings.of(run, new Task()), answers };
}

function keyOf(query: string, text: string): string {
  return JSON.stringify([query, text]);
}

/** Grade by query id and document id. */
function readGrades(path: string): ReadonlyMap<string, number> {
  const rows = readFileSync(path, 'utf8').trim().split('\n').slice(1);
  return new Map(
    rows.map((row) => {
      const [query = '', document = '', grade = ''] = row.split('\t');
      return [keyOf(query, document), Number(grade)];
    }),
  );
}

/** Grade by query id and text, the highest where documents share a text. */
function gradesOfTexts(path: string, grades: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  interface Line {
    readonly query_id: string;
    readonly negative_passages: readonly { docid: string; title?: string | null; text: string }[];
  }
  const found = new Map<string, number>();
  for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
    const { query_id: query, negative_passages: passages } = JSON.parse(line) as Line;
    for (const { docid, title, text } of passages) {
      const grade = grades.get(keyOf(query, docid));
      const key = keyOf(query, `${title ?? ''} ${text}`.trim());
      if (grade !== undefined) found.set(key, Math.max(grade, found.get(key) ?? 0));
    }
  }
  return found;
}
