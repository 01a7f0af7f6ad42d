/** Reads corpus, queries and judgements, in every form that the readers of candidate files know, into what is mined. */

import type { Reject } from '../candidates/candidate-record';
import { CandidatesError } from '../candidates/errors';
import { Fault, type JsonObject } from '../candidates/fault';
import type { CompanionKind } from '../candidates/formats/catalogue';
import { Ref, type CompanionReader, type Draft, type Format, type Text } from '../candidates/formats/format';
import type { OpenFile } from '../candidates/formats/open';
import { planFile, type CompanionPlan } from '../candidates/formats/plan';
import { unknownFile } from '../candidates/formats/unknown-format';
import { formatOfPairs, passagesWithoutIds } from '../candidates/formats/without-negatives';
import { defaultLoadOptions } from '../candidates/reading';
import { Companions } from '../candidates/records/companions';
import { EntryReading } from '../candidates/records/entry-reading';
import { EvaluationReading } from '../candidates/records/evaluation';
import { blankFault } from '../candidates/records/record';
import { sha256OfStream } from '../hash';
import { normalForm } from '../lexical/normal-form';
import { countOf, formatBytes, formatCount, told } from '../ui/words';
import type { CardFile, MiningCard } from './card';
import { CorpusBuilder, MiningInputError } from './corpus';
import type { GivenRecord, MiningCorpus, SampleOfPassages } from './corpus';

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
  /** Files that are left out, and why: they could not be read, though others could, or are of another split. */
  readonly refused: readonly { readonly path: string; readonly words: string }[];
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

const KEPT_REJECTS = 20;

/** The order in which files are read, so that a sample knows the positives. */
const ORDER = ['qrels', 'queries', 'records', 'corpus'] as const;

/** What is known of a file before it is read whole. */
interface Planned extends GivenFile {
  readonly open: OpenFile;
  readonly words: string;
  readonly kind: (typeof ORDER)[number];
  /** Reads texts by their ids, or judgements; null for other files. */
  readonly companion: CompanionReader | null;
  /** Takes an entry, or says what is wrong with it. @param inPool whether negatives of records are mined from */
  readonly take: (value: JsonObject, into: CorpusBuilder, inPool: boolean) => Fault | null;
}

/**
 * Reads all files. Left out are other splits beside a training one, and, if the others suffice, what was given as nothing in
 * particular and cannot be read.
 * @param evaluation files whose relevant documents are never mined, with those that have their texts
 * @throws MiningInputError, and what reading a file throws
 */
export async function readInput(
  given: readonly GivenFile[],
  evaluation: readonly GivenFile[],
  settings: ReadSettings,
  signal: AbortSignal,
  onProgress: (bytesRead: number, bytesTotal: number) => void,
): Promise<ReadInput> {
  const planned: Planned[] = [];
  const refused: ReadInput['refused'][number][] = [];
  const hasTraining = given.some(({ path }) => splitOf(path) === 'train');
  let unread: CandidatesError | null = null;
  for (const each of given) {
    const split = splitOf(each.path);
    if (hasTraining && each.anySplit !== true && split !== null && split !== 'train') {
      refused.push({ path: each.path, words: `${each.file.name}: ${leakOf(split)}.` });
      continue;
    }
    try {
      planned.push(await planOf(each, settings.relevant, signal));
    } catch (error) {
      if (each.as !== null || !(error instanceof CandidatesError) || signal.aborted) throw error;
      unread ??= error;
      refused.push({ path: each.path, words: error.summary });
    }
  }
  const avoided = await readEvaluation(evaluation, planned, settings.relevant, signal);
  const inPool = planned.every(({ kind }) => kind !== 'corpus');
  const builder = new CorpusBuilder(settings.sample);
  const bytesTotal = planned.reduce((sum, { file }) => sum + file.size, 0);
  let bytesBefore = 0;
  const rejects: Reject[] = [];

  const files: ReadFile[] = [];
  planned.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  for (const each of planned) {
    const { file, open, words, take } = each;
    const reading = new EntryReading(open, (value) => take(value, builder, inPool));
    const onBytes = (bytes: number) => {
      const { characters } = builder;
      if (characters > settings.mostCharacters)
        throw tooLarge(file, (0.8 * settings.mostCharacters * reading.tally.read) / characters, settings);
      onProgress(bytesBefore + bytes, bytesTotal);
    };
    const onReject = (reject: Reject) => {
      if (rejects.length < KEPT_REJECTS) rejects.push(reject);
    };
    await reading.read(signal, { onBytes, onReject });
    onBytes(file.size);
    bytesBefore += file.size;
    files.push(await readFileOf(each, words, reading.tally, signal));
  }
  const corpus = builder.build(avoided.documents);
  if (unread && (corpus.texts.length === 0 || corpus.records.length === 0)) throw unread;
  if (corpus.texts.length === 0) {
    throw new MiningInputError('The corpus is empty: no file gave a passage. Choose a file of texts.');
  }
  if (corpus.records.length === 0) throw new MiningInputError(noRecords(corpus));
  const forms = new Set(avoided.queries.map(normalForm));
  const evaluationQueries = corpus.records.filter(({ query }) => forms.has(normalForm(query))).length;
  return { corpus, files: [...files, ...avoided.files], evaluationQueries, rejects, refused, settings };
}

/** What is told of a file that was read. @throws MiningInputError where the reading was cancelled */
async function readFileOf(
  { file, path }: Pick<GivenFile, 'file' | 'path'>,
  words: string,
  { read, rejected }: Pick<ReadFile, 'read' | 'rejected'>,
  signal: AbortSignal,
): Promise<ReadFile> {
  const sha256 = await sha256OfStream(file.stream());
  if (signal.aborted) throw new MiningInputError('Reading was cancelled.');
  return { name: file.name, path, bytes: file.size, sha256, words, read, rejected };
}

/**
 * The queries of an evaluation and what is relevant for them. Of a folder's other files only corpus and queries are read.
 * @param others what is mined from: its corpus and queries have texts too
 * @throws MiningInputError for a file without relevant documents, and what reading a file throws
 */
async function readEvaluation(
  given: readonly GivenFile[],
  others: readonly Planned[],
  relevant: number,
  signal: AbortSignal,
) {
  const companions = new Companions();
  const addTexts = ({ file, path }: GivenFile, plan: CompanionPlan, id: number) => {
    const none = { placeKind: 'line', read: 0, entries: 0, rejected: 0, blankLines: 0 } as const;
    const { kind } = plan.companion;
    const loaded = { id, kind, file: file.name, bytes: file.size, words: plan.words, ...none };
    companions.add(path, plan, loaded, null);
  };
  const asked: { readonly of: GivenFile; readonly reading: EvaluationReading }[] = [];
  for (const [id, each] of given.entries()) {
    try {
      const plan = await planFile(each.file, defaultLoadOptions(each.path), signal);
      if ('companion' in plan && plan.companion.kind !== 'qrels') addTexts(each, plan, id);
      else if (each.as === 'evaluation') {
        const pairs = 'fields' in plan ? formatOfPairs(plan) : null;
        const asRead = pairs === null ? plan : { open: plan.open, format: pairs };
        asked.push({ of: each, reading: new EvaluationReading(asRead, relevant) });
      }
    } catch (error) {
      if (each.as !== null || !(error instanceof CandidatesError) || signal.aborted) throw error;
    }
  }
  const [first] = given;
  if (first && asked.length === 0)
    throw new MiningInputError(`${first.file.name} is not an evaluation. Expected judgements or records.`);
  for (const [i, each] of others.entries()) {
    const { open, words, companion } = each;
    if (companion && each.kind !== 'qrels') addTexts(each, { open, words, companion }, given.length + i);
  }
  const queries: string[] = [];
  const documents: string[] = [];
  const files: ReadFile[] = [];
  for (const { of, reading } of asked) {
    const silent = { onBytes: () => undefined, onReject: () => undefined };
    const records = await reading.read(companions, of.path, signal, silent);
    if (records.every((record) => record.documents.length === 0)) {
      throw new MiningInputError(
        `${of.file.name} names no relevant document with a text. Give judgements with their corpus and queries, or records.`,
      );
    }
    for (const record of records) {
      queries.push(record.query);
      documents.push(...record.documents);
    }
    files.push(await readFileOf(of, 'evaluation', reading.reading.tally, signal));
  }
  return { queries, documents, files };
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
  const missing = told([
    counts.queries_without_positive > 0 &&
      `${countOf(counts.queries_without_positive, 'query', 'queries')} without a positive`,
    counts.unknown_positives > 0 &&
      `${countOf(counts.unknown_positives, 'judged document')} that no corpus file has`,
    counts.blank_queries > 0 && `${countOf(counts.blank_queries, 'blank query', 'blank queries')}`,
  ]);
  return `No query has a positive: ${missing.join(', ')}. Give the judgements (qrels) and the corpus that they name.`;
}

/** @param fits passages that would fit */
function tooLarge(file: File, fits: number, { mostCharacters }: ReadSettings): MiningInputError {
  return new MiningInputError(
    `${file.name} does not fit: its texts take more than ${formatBytes(2 * mostCharacters)}. ` +
      `Mine from a sample of ${formatCount(Math.floor(fits))} passages; the positives stay.`,
  );
}

/**
 * As Rank reads a file; or pairs, or passages without ids, which it cannot.
 * @throws CandidatesError where it is no file of texts, queries, judgements or records
 */
async function planOf(given: GivenFile, relevant: number, signal: AbortSignal): Promise<Planned> {
  const { file, path, as } = given;
  const options = defaultLoadOptions(path);
  let plan = await planFile(file, options, signal);
  if ('companion' in plan && as !== null && as !== plan.companion.kind) {
    const said = await planFile(file, { ...options, format: as }, signal);
    if ('companion' in said) plan = said;
  }
  if ('companion' in plan) {
    const { open, words, companion } = plan;
    const kind = companion.kind as Planned['kind'];
    const take: Planned['take'] = (value, into) => {
      const entry = companion.read(value);
      if (entry instanceof Fault) return entry;
      if ('relevance' in entry) {
        if (entry.relevance >= relevant) into.addJudgement(entry.queryId, entry.documentId);
      } else if (kind === 'corpus') into.addPassage(entry.id, entry.text);
      else into.addQuery(entry.id, entry.text.trim());
      return null;
    };
    return { ...given, open, words, kind, companion, take };
  }
  const isCorpus = as === 'corpus';
  const ofRecords = (format: Format, open: OpenFile, words: string): Planned => {
    const take: Planned['take'] = (value, into, inPool) => {
      const record = givenRecord(format.read(value));
      if (record instanceof Fault) return record;
      if (!isCorpus) into.addRecord(record, inPool);
      else for (const text of [...record.positives, ...record.negatives]) into.addPassage(null, text);
      return null;
    };
    return { ...given, open, words, kind: isCorpus ? 'corpus' : 'records', companion: null, take };
  };
  if ('interpretation' in plan) return ofRecords(plan.format, plan.open, plan.interpretation.words);
  const pairs = isCorpus ? null : formatOfPairs(plan);
  if (pairs !== null) return ofRecords(pairs, plan.open, `pairs ${plan.open.container}`);
  const passages = as === null || isCorpus ? passagesWithoutIds(plan) : null;
  if (passages === null) throw unknownFile(plan).error;
  const take: Planned['take'] = (value, into) => {
    const text = passages.read(value);
    if (text instanceof Fault) return text;
    into.addPassage(null, text);
    return null;
  };
  return { ...given, open: passages.open, words: passages.words, kind: 'corpus', companion: null, take };
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
