/** Reads the files of an evaluation whose relevant documents must not be mined. */

import type { CompanionKind } from '../candidates/formats/catalogue';
import { planFile, type CompanionPlan } from '../candidates/formats/plan';
import { defaultLoadOptions } from '../candidates/reading';
import { Companions } from '../candidates/records/companions';
import { EvaluationReading } from '../candidates/records/evaluation';
import { sha256OfStream } from '../hash';
import type { CardFile } from './card';
import { MiningInputError } from './errors';

/** A file, and what it was given as; null: as its content tells. */
export interface GivenFile {
  readonly file: File;
  readonly path: string;
  readonly as: CompanionKind | null;
  /** Read beside the training split too, whatever split it is of. */
  readonly anySplit?: boolean;
}

export interface ReadFile extends CardFile {
  /** As it was given. */
  readonly path: string;
  /** In words, such as "corpus JSONL". */
  readonly words: string;
  readonly read: number;
  readonly rejected: number;
}

/** What is told of a file that was read. @throws MiningInputError once the reading is cancelled */
export async function readFileOf(
  { file, path }: Pick<GivenFile, 'file' | 'path'>,
  words: string,
  { read, rejected }: Pick<ReadFile, 'read' | 'rejected'>,
  signal: AbortSignal,
): Promise<ReadFile> {
  const untilCancelled = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      if (signal.aborted) throw new MiningInputError('Reading was cancelled.');
      controller.enqueue(bytes);
    },
  });
  const sha256 = await sha256OfStream(file.stream().pipeThrough(untilCancelled));
  return { name: file.name, path, bytes: file.size, sha256, words, read, rejected };
}

interface ReadEvaluation {
  readonly queries: readonly string[];
  readonly documents: readonly string[];
  readonly files: readonly ReadFile[];
}

type Planned = Pick<GivenFile, 'file' | 'path'> & { readonly plan: object };

/**
 * @param given files of evaluation, and those with the texts that they name
 * @param others what is mined from: its corpus and queries have texts too
 * @throws MiningInputError for a file without relevant documents, and what reading a file throws
 */
export async function readEvaluation(
  given: readonly GivenFile[],
  others: readonly Planned[],
  relevant: number,
  signal: AbortSignal,
): Promise<ReadEvaluation> {
  const planOf = ({ file, path }: GivenFile) => planFile(file, defaultLoadOptions(path), signal);
  const planned = await Promise.all(given.map(async (each) => ({ ...each, plan: await planOf(each) })));
  const asked = planned.filter((each) => each.as === 'evaluation' && !hasTexts(each));
  const [first] = given;
  if (first && asked.length === 0)
    throw new MiningInputError(`${first.file.name} is not an evaluation. Expected judgements or records.`);
  const companions = new Companions();
  const none = { placeKind: 'line', read: 0, entries: 0, rejected: 0, blankLines: 0 } as const;
  for (const [id, { file, path, plan }] of [...planned, ...others].filter(hasTexts).entries()) {
    const { kind } = plan.companion;
    const loaded = { id, kind, file: file.name, bytes: file.size, words: plan.words, ...none };
    companions.add(path, plan, loaded, null);
  }
  const queries: string[] = [];
  const documents: string[] = [];
  const files: ReadFile[] = [];
  for (const each of asked) {
    const evaluation = new EvaluationReading(each.plan, relevant);
    const silent = { onBytes: () => undefined, onReject: () => undefined };
    const records = await evaluation.read(companions, each.path, signal, silent);
    const found = records.flatMap((record) => record.documents);
    if (found.length === 0) {
      throw new MiningInputError(
        `${each.file.name} names no relevant document with a text. Give judgements with their corpus and queries, or records.`,
      );
    }
    for (const document of found) documents.push(document);
    for (const { query } of records) queries.push(query);
    files.push(await readFileOf(each, 'evaluation', evaluation.reading.tally, signal));
  }
  return { queries, documents, files };
}

function hasTexts<Each extends Planned>(each: Each): each is Each & { readonly plan: CompanionPlan } {
  const { plan } = each;
  return 'companion' in plan && (plan as CompanionPlan).companion.kind !== 'qrels';
}
