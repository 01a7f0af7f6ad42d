/** Reads corpus, queries and judgements, in every form that the readers of candidate files know, into what is mined. */

import type { Reject } from '../candidates/candidate-record';
import { CandidatesError } from '../candidates/errors';
import { Fault, type JsonObject } from '../candidates/fault';
import { Ref, type Draft, type Format, type Text } from '../candidates/formats/format';
import type { OpenFile } from '../candidates/formats/open';
import { planFile, type CompanionPlan, type FilePlan } from '../candidates/formats/plan';
import { unknownFile } from '../candidates/formats/unknown-format';
import { formatOfPairs, passagesWithoutIds, type Passages } from '../candidates/formats/without-negatives';
import { EntryReading } from '../candidates/records/entry-reading';
import { blankFault } from '../candidates/records/record';
import { defaultLoadOptions } from '../candidates/reading';
import type { CompanionKind } from '../candidates/formats/catalogue';
import type { MiningCard } from './card';
import { evaluationQueries } from './evaluation';
import { CorpusBuilder, type GivenRecord, type MiningCorpus, type SampleOfPassages } from './corpus';
import { countOf, formatBytes, formatCount } from '../ui/words';
import { MiningInputError } from './errors';
import { readEvaluation, readFileOf, type GivenFile, type ReadFile } from './read-evaluation';

export interface ReadSettings {
  readonly sample: SampleOfPassages | null;
  /** Least grade of a relevant document. */
  readonly relevant: number;
  /** Characters of texts that may be held. */
  readonly mostCharacters: number;
}

export interface ReadInput {
  readonly corpus: MiningCorpus;
  readonly files: readonly ReadFile[];
  /** Records whose query is one of the evaluation's. */
  readonly evaluationQueries: number;
  /** The first lines that could not be read, and why. */
  readonly rejects: readonly Reject[];
  readonly refused: readonly RefusedFile[];
  readonly settings: ReadSettings;
}

/** What a card says of the input. */
export function corpusOfCard({ corpus, files, settings }: ReadInput): MiningCard['corpus'] {
  return {
    files: files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
    sample: settings.sample,
    relevant: settings.relevant,
    counts: corpus.counts,
  };
}

/** A file that is left out, and why: it could not be read, though others could, or it is of another split. */
interface RefusedFile {
  readonly path: string;
  readonly words: string;
}

const KEPT_REJECTS = 20;

/** What is known of a file before it is read whole. */
type Planned = GivenFile & { readonly plan: Plan };

/** As Rank reads a file; or pairs, or passages without ids, which it cannot. */
type Plan =
  | FilePlan
  | CompanionPlan
  | { readonly open: OpenFile; readonly words: string; readonly pairs: Format }
  | { readonly open: OpenFile; readonly words: string; readonly passages: Passages['read'] };

/**
 * Reads all files: queries and judgements first, so that a sample knows the positives. Left out are other splits beside a
 * training one, and, if the others suffice, what was given as nothing in particular and cannot be read.
 * @param evaluation files whose relevant documents are never mined, with those that have their texts
 * @throws MiningInputError, and what reading a file throws
 */
export async function readInput(
  given: readonly GivenFile[],
  settings: ReadSettings,
  signal: AbortSignal,
  onProgress: (bytesRead: number, bytesTotal: number) => void,
  evaluation: readonly GivenFile[] = [],
): Promise<ReadInput> {
  const planned: Planned[] = [];
  const refused: RefusedFile[] = [];
  const hasTraining = given.some(({ path }) => splitOf(path) === 'train');
  let unread: CandidatesError | null = null;
  for (const each of given) {
    const split = splitOf(each.path);
    if (hasTraining && each.anySplit !== true && split !== null && split !== 'train') {
      refused.push({ path: each.path, words: `${each.file.name}: ${leakOf(split)}.` });
      continue;
    }
    try {
      planned.push({ ...each, plan: await planOf(each, signal) });
    } catch (error) {
      if (each.as !== null || !(error instanceof CandidatesError) || signal.aborted) throw error;
      unread ??= error;
      refused.push({ path: each.path, words: error.summary });
    }
  }
  const hasCorpus = planned.some((each) => kindOf(each) === 'corpus');
  const order = ['qrels', 'queries', 'records', 'corpus'];
  planned.sort((a, b) => order.indexOf(kindOf(a)) - order.indexOf(kindOf(b)));
  const bytesTotal = planned.reduce((sum, { file }) => sum + file.size, 0);
  const builder = new CorpusBuilder(settings.sample);
  const rejects: Reject[] = [];
  const files: ReadFile[] = [];
  let bytesBefore = 0;
  for (const each of planned) {
    const { file, plan } = each;
    const reading = new EntryReading(plan.open, taking(each, builder, settings, !hasCorpus));
    const checkSize = () =>
      builder.characters > settings.mostCharacters && tooLarge(file, builder, reading, settings);
    const onBytes = (bytes: number) => {
      checkSize();
      onProgress(bytesBefore + bytes, bytesTotal);
    };
    const onReject = (reject: Reject) => {
      if (rejects.length < KEPT_REJECTS) rejects.push(reject);
    };
    await reading.read(signal, { onBytes, onReject });
    checkSize();
    const words = 'interpretation' in plan ? plan.interpretation.words : plan.words;
    files.push(await readFileOf(each, words, reading.tally, signal));
    bytesBefore += file.size;
  }
  const avoided = await readEvaluation(evaluation, planned, settings.relevant, signal);
  const corpus = builder.build(avoided.documents);
  if (unread && (corpus.texts.length === 0 || corpus.records.length === 0)) throw unread;
  if (corpus.texts.length === 0) {
    throw new MiningInputError('The corpus is empty: no file gave a passage. Choose a file of texts.');
  }
  if (corpus.records.length === 0) throw new MiningInputError(noRecords(corpus));
  return {
    corpus,
    files: [...files, ...avoided.files],
    evaluationQueries: evaluationQueries(corpus.records, avoided.queries),
    rejects,
    refused,
    settings,
  };
}

const SPLIT = /(?:^|[/\\])(train|dev|valid|validation|test)\.[^/\\]+$/i;

/** The split that a file is named after; null where it names none. */
export function splitOf(path: string): string | null {
  return SPLIT.exec(path)?.[1]?.toLowerCase() ?? null;
}

/** What mining for the queries of another split than the training one does. */
export function leakOf(split: string): string {
  return `negatives mined for ${split} queries leak them into training`;
}

/** Why there is nothing to mine for. */
function noRecords({ counts }: MiningCorpus): string {
  if (counts.queries_read === 0) {
    return 'No queries were given. Choose a file of queries with judgements, or a file of queries and positives.';
  }
  const missing = [
    counts.queries_without_positive > 0 &&
      `${countOf(counts.queries_without_positive, 'query', 'queries')} without a positive`,
    counts.unknown_positives > 0 &&
      `${countOf(counts.unknown_positives, 'judged document')} that no corpus file has`,
    counts.blank_queries > 0 && `${countOf(counts.blank_queries, 'blank query', 'blank queries')}`,
  ].filter((part) => part !== false);
  return `No query has a positive: ${missing.join(', ')}. Give the judgements (qrels) and the corpus that they name.`;
}

/** @throws CandidatesError where it is no file of texts, queries, judgements or records */
async function planOf({ file, path, as }: GivenFile, signal: AbortSignal): Promise<Plan> {
  const options = defaultLoadOptions(path);
  const plan = await planFile(file, options, signal);
  if ('fields' in plan) {
    const pairs = as === 'corpus' ? null : formatOfPairs(plan);
    if (pairs !== null) return { open: plan.open, words: `pairs ${plan.open.container}`, pairs };
    const passages = as === null || as === 'corpus' ? passagesWithoutIds(plan) : null;
    if (passages === null) throw unknownFile(plan).error;
    return { open: passages.open, words: passages.words, passages: passages.read };
  }
  if ('interpretation' in plan || as === null || as === plan.companion.kind) return plan;
  const said = await planFile(file, { ...options, format: as }, signal);
  return 'companion' in said ? said : plan;
}

function kindOf({ plan, as }: Planned): CompanionKind | 'records' {
  if ('companion' in plan) return plan.companion.kind;
  if ('passages' in plan) return 'corpus';
  return as === 'corpus' ? 'corpus' : 'records';
}

/** @throws MiningInputError */
function tooLarge(
  file: File,
  { characters }: CorpusBuilder,
  { tally }: EntryReading,
  { mostCharacters }: ReadSettings,
): never {
  const fits = Math.floor((0.8 * mostCharacters * tally.read) / characters / 1000) * 1000;
  throw new MiningInputError(
    `${file.name} does not fit: its first ${formatCount(tally.read)} passages take more than ` +
      `${formatBytes(2 * mostCharacters)}. Mine from a sample of ${formatCount(fits)} passages; the positives stay.`,
  );
}

/** What takes an entry of a file into the builder, or says what is wrong with it. */
function taking(
  planned: Planned,
  builder: CorpusBuilder,
  settings: ReadSettings,
  recordsArePool: boolean,
): (value: JsonObject) => Fault | null {
  const { plan } = planned;
  if ('passages' in plan) {
    return (value) => {
      const text = plan.passages(value);
      if (text instanceof Fault) return text;
      builder.addPassage(null, text);
      return null;
    };
  }
  if (!('companion' in plan)) {
    const isCorpus = kindOf(planned) === 'corpus';
    const format = 'pairs' in plan ? plan.pairs : plan.format;
    return (value) => {
      const record = givenRecord(format.read(value));
      if (record instanceof Fault) return record;
      if (!isCorpus) builder.addRecord(record, recordsArePool);
      else for (const text of [...record.positives, ...record.negatives]) builder.addPassage(null, text);
      return null;
    };
  }
  const isCorpus = plan.companion.kind === 'corpus';
  return (value) => {
    const entry = plan.companion.read(value);
    if (entry instanceof Fault) return entry;
    if ('relevance' in entry) {
      if (entry.relevance >= settings.relevant) builder.addJudgement(entry.queryId, entry.documentId);
    } else if (isCorpus) builder.addPassage(entry.id, entry.text);
    else builder.addQuery(entry.id, entry.text.trim());
    return null;
  };
}

/** A draft with its texts, trimmed; the fault that Rank finds in it too, or where ids stand in place of texts. */
function givenRecord(draft: Draft | Fault): GivenRecord | Fault {
  if (draft instanceof Fault) return draft;
  const { query, positives, lists, queryId } = draft;
  const blank = blankFault(query, positives, draft.fields);
  if (blank !== null) return blank;
  const negatives = lists.flatMap(({ texts }) => texts).filter((text) => text !== null);
  if ([query, ...positives, ...negatives].some((text) => text instanceof Ref)) {
    const message = 'This record names ids in place of texts. Give queries, judgements and corpus instead.';
    return new Fault('unknown-id', null, message);
  }
  const trimmed = (text: Text) => (text as string).trim();
  return {
    id: queryId,
    query: trimmed(query),
    positives: positives.map(trimmed).filter((text) => text !== ''),
    negatives: negatives.map(trimmed),
  };
}
