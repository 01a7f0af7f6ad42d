/** The real files that the audit by pairs is measured on: a finished run of each, and what is known of their pairs. */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { RunFindings } from '../../src/engine/findings';
import type { FinishedRun } from '../../src/engine/finished-run';
import { Task } from '../../src/engine/task';
import { cornerOf, type Corner } from '../../src/scoring/unrelated';
import { candidatesInMemory, type MemoryCandidates } from '../../tests/support/candidates';
import { folderOnDisk } from '../../tests/support/folders';
import { readTevatron, type KeyedRecord } from '../order/real-file';
import { runInNode } from '../runs/in-node';

/** Grade from which TREC-DL counts a passage as an answer. */
const RELEVANT = 2;

/** A run over some sources of one folder. */
export interface AuditFile {
  readonly name: string;
  readonly names: readonly string[];
  readonly run: FinishedRun;
  /** The texts that it was run on. */
  readonly candidates: MemoryCandidates;
  readonly findings: RunFindings;
  readonly corner: Corner;
  /** Places of the sources that miners made: the references. */
  readonly references: readonly number[];
  /** Of each source, 1 for each pair whose negative is judged an answer; null where nothing is judged. */
  readonly answers: readonly Uint8Array[] | null;
  /** Of each source, how many of its pairs are judged at all. */
  readonly judged: readonly number[] | null;
  /** Of each query id of the store, the passages judged answers of it; empty where nothing is judged. */
  readonly answersOf: ReadonlyMap<number, readonly number[]>;
}

export interface AuditFolder {
  readonly name: string;
  /** Paths of Tevatron files. */
  readonly paths: readonly string[];
  readonly references: readonly string[];
  /** Path of a table of query id, document id and grade; null where there is none. */
  readonly grades: string | null;
}

/** Runs the engine over a folder with a model folder. */
export async function openAuditFile(folder: AuditFolder, model: string): Promise<AuditFile> {
  const names = folder.paths.map((path) => basename(path, '.jsonl'));
  const read = folder.paths.map(readTevatron);
  const run = await runInNode(names, read, folderOnDisk(basename(model), model));
  const random = run.randomBaseline?.source.columns;
  if (!random) throw new Error(`${folder.name} has too few passages for random pairs.`);
  return {
    name: folder.name,
    names,
    run,
    candidates: candidatesInMemory(read),
    findings: await RunFindings.of(run, new Task()),
    corner: cornerOf(random, run.randomBaseline?.source.units ?? []),
    references: folder.references.map((name) => names.indexOf(name)),
    ...judgements(folder, read, run),
  };
}

function judgements(folder: AuditFolder, read: readonly (readonly KeyedRecord[])[], run: FinishedRun) {
  if (folder.grades === null) return { answers: null, judged: null, answersOf: new Map<number, number[]>() };
  const grades = readGrades(folder.grades);
  const ofTexts = folder.paths.map((path) => gradesOfTexts(path, grades));
  const ofPairs = read.map((records, s) =>
    records.flatMap(({ key, negatives }) =>
      negatives.map((text) => ofTexts[s]?.get(keyOf(key, text)) ?? null),
    ),
  );
  const answers = ofPairs.map((list) => Uint8Array.from(list, (grade) => Number((grade ?? 0) >= RELEVANT)));
  const answersOf = new Map<number, number[]>();
  for (const [s, { structure }] of run.sources.entries()) {
    for (const [record, query] of structure.queries.entries()) {
      const known = answersOf.get(query) ?? [];
      for (let pair = structure.offsets[record] ?? 0; pair < (structure.offsets[record + 1] ?? 0); pair++) {
        const passage = structure.negatives[pair] ?? -1;
        if (answers[s]?.[pair] === 1 && !known.includes(passage)) known.push(passage);
      }
      answersOf.set(query, known);
    }
  }
  return { answers, judged: ofPairs.map((list) => list.filter((grade) => grade !== null).length), answersOf };
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
