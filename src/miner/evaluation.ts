/** Reads the files of an evaluation whose relevant documents must not be mined. */

import type { CompanionKind } from '../candidates/formats/catalogue';
import { defaultLoadOptions } from '../candidates/reading';
import { planFile } from '../candidates/formats/plan';
import { Companions } from '../candidates/records/companions';
import { EvaluationReading } from '../candidates/records/evaluation';
import { sha256OfStream } from '../hash';
import type { CardFile } from '../mining/card';
import { MiningInputError } from './errors';

/** A file, and what it was given as; null: as its content tells. */
export interface GivenFile {
  readonly file: File;
  readonly path: string;
  readonly as: CompanionKind | null;
}

export interface ReadFile extends CardFile {
  /** As it was given. */
  readonly path: string;
  /** In words, such as "corpus JSONL". */
  readonly words: string;
  readonly read: number;
  readonly rejected: number;
}

interface ReadEvaluation {
  readonly queries: readonly string[];
  readonly documents: readonly string[];
  readonly files: readonly ReadFile[];
}

/**
 * @param given files of evaluation, and those with the texts that they name
 * @param others what is mined from: its corpus and queries have texts too
 * @throws MiningInputError for a file without relevant documents, and what reading a file throws
 */
export async function readEvaluation(
  given: readonly GivenFile[],
  others: readonly GivenFile[],
  relevant: number,
  signal: AbortSignal,
): Promise<ReadEvaluation> {
  const companions = new Companions();
  const asked: GivenFile[] = [];
  const none = { placeKind: 'line', read: 0, entries: 0, rejected: 0, blankLines: 0 } as const;
  for (const [id, each] of (given.length === 0 ? [] : [...given, ...others]).entries()) {
    const { file, path, as } = each;
    const plan = await planFile(file, defaultLoadOptions(path), signal);
    if (!('companion' in plan) || plan.companion.kind === 'qrels') {
      if (as === 'evaluation') asked.push(each);
      continue;
    }
    const { kind } = plan.companion;
    const loaded = { id, kind, file: file.name, bytes: file.size, words: plan.words, ...none };
    companions.add(path, plan, loaded, null);
  }
  const queries: string[] = [];
  const documents: string[] = [];
  const files: ReadFile[] = [];
  for (const { file, path } of asked) {
    const plan = await planFile(file, defaultLoadOptions(path), signal);
    const evaluation = new EvaluationReading(plan, relevant);
    const silent = { onBytes: () => undefined, onReject: () => undefined };
    const records = await evaluation.read(companions, path, signal, silent);
    const found = records.flatMap((record) => record.documents);
    if (found.length === 0) {
      throw new MiningInputError(
        `${file.name} names no relevant document with a text. Give judgements with their corpus and queries, or records.`,
      );
    }
    for (const document of found) documents.push(document);
    for (const { query } of records) queries.push(query);
    const { read, rejected } = evaluation.reading.tally;
    const sha256 = await sha256OfStream(file.stream());
    files.push({ name: file.name, path, bytes: file.size, sha256, words: 'evaluation', read, rejected });
  }
  if (given.length > 0 && asked.length === 0) {
    throw new MiningInputError(
      `${given[0]?.file.name ?? ''} is not an evaluation. Expected judgements or records.`,
    );
  }
  return { queries, documents, files };
}
