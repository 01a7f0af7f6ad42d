/** Reads corpus, queries and judgements, in every form that the readers of candidate files know, into what is mined. */

import { CandidatesError } from '../candidates/errors';
import { Fault, type JsonObject } from '../candidates/fault';
import type { CompanionKind } from '../candidates/formats/catalogue';
import { Ref, type Draft, type Format, type Text } from '../candidates/formats/format';
import type { OpenFile } from '../candidates/formats/open';
import { planFile, valuesOf } from '../candidates/formats/plan';
import { formatOfPairs, passagesWithoutIds, unknownFile } from '../candidates/formats/unknown-format';
import { defaultLoadOptions } from '../candidates/reading';
import { EntryReading } from '../candidates/records/entry-reading';
import { blankFault } from '../candidates/records/record';
import { sha256OfStream } from '../hash';
import { normalForm } from '../lexical/normal-form';
import type { CardFile } from './card';
import { CorpusBuilder, counted, INPUT_COUNTS, MiningInputError } from './corpus';
import type { MiningCorpus, SampleOfPassages } from './corpus';

/** A file, and what it was given as; null: as its content tells. */
export interface GivenFile {
  readonly file: File;
  readonly path: string;
  readonly as: CompanionKind | null;
  /** Read beside the training split too, whatever split it is of. */
  readonly anySplit?: boolean;
}

export interface ReadFile extends CardFile {
  readonly path: string;
  /** In words, such as "corpus JSONL". */
  readonly words: string;
  readonly read: number;
  readonly rejected: number;
  /** Why, each reason with the first place. */
  readonly reasons: readonly string[];
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
  /** Files that are left out, and why: they could not be read, though others could, or are of another split. */
  readonly refused: readonly { readonly path: string; readonly words: string }[];
}

/** The order in which files are read: a sample knows the positives, and a record's own text comes before that of its id. */
const ORDER = ['qrels', 'records', 'queries', 'corpus'] as const;

/** What is known of a file before it is read whole. */
interface Planned extends GivenFile {
  readonly open: OpenFile;
  readonly words: string;
  readonly kind: (typeof ORDER)[number];
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
  const hasTraining = given.some(({ path }) => splitOf(path) === 'train');
  const isKept = ({ path, anySplit }: GivenFile) =>
    !hasTraining || anySplit === true || [null, 'train'].includes(splitOf(path));
  const left = given.filter((each) => !isKept(each));
  const others = left.map(({ file, path }) => {
    return { path, words: `${file.name}: ${leakOf(splitOf(path) ?? '')}.` };
  });
  const found = await planAll(given.filter(isKept), settings.relevant, signal);
  const { planned, unread } = found;
  const avoided = await readEvaluation(evaluation, planned, settings.relevant, signal);
  const builder = new CorpusBuilder(settings.sample, settings.mostCharacters);
  const bytesTotal = planned.reduce((sum, { file }) => sum + file.size, 0);
  const readings = await fill(builder, planned, signal, (bytes) => onProgress(bytes, bytesTotal));
  const corpus = builder.build(avoided.documents);
  if (unread && (corpus.texts.length === 0 || corpus.records.length === 0)) throw unread;
  if (corpus.texts.length === 0) {
    throw new MiningInputError('The corpus is empty: no file gave a passage. Choose a file of texts.');
  }
  if (corpus.records.length === 0) {
    const why = ['No query has a positive', ...counted(corpus.counts, INPUT_COUNTS)].join(', ');
    throw new MiningInputError(
      `${why}. Choose queries with judgements (qrels) and the corpus that they name, or queries with positives.`,
    );
  }
  const files: ReadFile[] = [];
  for (const [each, reading] of readings) files.push(await readFileOf(each, reading, signal));
  const forms = new Set(avoided.queries.map(normalForm));
  const evaluationQueries = corpus.records.filter(({ query }) => forms.has(normalForm(query))).length;
  const refused = [...others, ...found.refused];
  return { corpus, files: [...files, ...avoided.files], evaluationQueries, refused };
}

/** How files are read. What cannot be, and was given as nothing in particular, is left out. @throws what reading a file throws */
async function planAll(given: readonly GivenFile[], relevant: number, signal: AbortSignal) {
  const planned: Planned[] = [];
  const refused: ReadInput['refused'][number][] = [];
  let unread: CandidatesError | null = null;
  for (const each of given) {
    try {
      planned.push(await planOf(each, relevant, signal));
    } catch (error) {
      if (each.as !== null || !(error instanceof CandidatesError) || signal.aborted) throw error;
      unread ??= error;
      refused.push({ path: each.path, words: error.summary });
    }
  }
  return { planned, refused, unread };
}

/** Reads files into a builder. @param onBytes gets the bytes read of all */
async function fill(
  builder: CorpusBuilder,
  planned: readonly Planned[],
  signal: AbortSignal,
  onBytes: (bytes: number) => void = () => undefined,
) {
  const inPool = planned.every(({ kind }) => kind !== 'corpus');
  const readings = new Map<Planned, EntryReading>();
  let before = 0;
  for (const each of planned.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))) {
    const reading = new EntryReading(each.open, (value) => each.take(value, builder, inPool));
    readings.set(each, reading);
    await reading.read(signal, {
      onBytes: (bytes) => onBytes(before + bytes),
      onReject: () => undefined,
    });
    before += each.file.size;
  }
  return readings;
}

/** What is told of a file that was read. @throws MiningInputError where the reading was cancelled */
async function readFileOf(
  { file, path, words }: Pick<Planned, 'file' | 'path' | 'words'>,
  { tally, placeKind }: EntryReading,
  signal: AbortSignal,
): Promise<ReadFile> {
  const { name, size: bytes } = file;
  const sha256 = await sha256OfStream(file.stream());
  if (signal.aborted) throw new MiningInputError('Reading was cancelled.');
  const reasons = tally.reasons().map((each) => `${name}, ${placeKind} ${each.place}: ${each.message}`);
  return { name, path, bytes, sha256, words, read: tally.read, rejected: tally.rejected, reasons };
}

/**
 * The queries of an evaluation and what is relevant for them: each of its files is read as if it were mined for, from a
 * sample of no passage beside the positives. Of a folder's other files only corpus and queries are read.
 * @param others what is mined from: its corpus and queries have texts too
 * @throws MiningInputError for a file without relevant documents, and what reading a file throws
 */
async function readEvaluation(
  given: readonly GivenFile[],
  others: readonly Planned[],
  relevant: number,
  signal: AbortSignal,
) {
  const { planned } = await planAll(given, relevant, signal);
  const hasTexts = ({ kind }: Planned) => kind === 'corpus' || kind === 'queries';
  const asked = planned.filter((each) => each.as === 'evaluation' && !hasTexts(each));
  const [first] = given;
  if (first && asked.length === 0)
    throw new MiningInputError(`${first.file.name} is not an evaluation. Expected judgements or records.`);
  const queries: string[] = [];
  const documents: string[] = [];
  const files: ReadFile[] = [];
  for (const each of asked) {
    const builder = new CorpusBuilder({ passages: 0, seed: 0 }, Infinity);
    const readings = await fill(builder, [each, ...[...planned, ...others].filter(hasTexts)], signal);
    const { records, texts } = builder.build();
    if (records.length === 0) throw namesNothing(each.file);
    queries.push(...records.map(({ query }) => query));
    // No passage but positives is left.
    documents.push(...texts);
    const reading = readings.get(each) as EntryReading;
    files.push(await readFileOf({ ...each, words: 'evaluation' }, reading, signal));
  }
  return { queries, documents, files };
}

function namesNothing({ name }: File): MiningInputError {
  return new MiningInputError(
    `${name} names no relevant document with a text. Give judgements with their corpus and queries, or records.`,
  );
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
    return { ...given, open, words, kind, take };
  }
  const isCorpus = as === 'corpus';
  const { open } = plan;
  const ofRecords = (format: Format, words: string): Planned => {
    const take: Planned['take'] = (value, into, inPool) => {
      let draft = format.read(value);
      // Negatives are not asked for.
      if (draft instanceof Fault) draft = formatOfPairs(open, [value])?.read(value) ?? draft;
      return draft instanceof Fault ? draft : takeRecord(draft, isCorpus ? 'passages' : inPool, into);
    };
    return { ...given, open, words, kind: isCorpus ? 'corpus' : 'records', take };
  };
  if ('interpretation' in plan) return ofRecords(plan.format, plan.interpretation.words);
  const pairs = isCorpus ? null : formatOfPairs(open, valuesOf(plan.entries));
  if (pairs !== null) return ofRecords(pairs, `pairs ${open.container}`);
  const passages = as === null || isCorpus ? passagesWithoutIds(plan) : null;
  if (passages === null) throw as === 'evaluation' ? namesNothing(file) : unknownFile(plan).error;
  const take: Planned['take'] = (value, into) => {
    const text = passages.read(value);
    if (text instanceof Fault) return text;
    into.addPassage(null, text);
    return null;
  };
  return { ...given, open: passages.open, words: passages.words, kind: 'corpus', take };
}

/**
 * Takes a record by its texts; one that names its positives by ids is a query with judgements.
 * @param inPool whether its negatives are mined from; `passages`: it is no record, its positives and negatives are
 * @returns the fault that Rank finds in it too, or that it has neither text nor id of a positive
 */
function takeRecord(draft: Draft, inPool: boolean | 'passages', into: CorpusBuilder): Fault | null {
  const { query, positives, lists, queryId } = draft;
  const blank = blankFault(query, positives, draft.fields);
  if (blank !== null) return blank;
  const textsAmong = (all: readonly (Text | null)[]) =>
    all.filter((text) => typeof text === 'string').map((text) => text.trim());
  const own = textsAmong(positives).filter((text) => text !== '');
  const negatives = textsAmong(lists.flatMap(({ texts }) => texts));
  const named = positives.filter((text) => text instanceof Ref);
  if (inPool === 'passages') for (const text of [...own, ...negatives]) into.addPassage(null, text);
  else if (typeof query === 'string' && named.length === 0)
    into.addRecord({ id: queryId, query: query.trim(), positives: own, negatives }, inPool);
  else if (named.length > 0) {
    const id = query instanceof Ref ? query.id : (queryId ?? query);
    if (typeof query === 'string') into.addQuery(id, query.trim());
    for (const document of named) into.addJudgement(id, document.id);
  } else {
    const message = 'This record names ids in place of texts. Give queries, judgements and corpus instead.';
    return new Fault('unknown-id', null, message);
  }
  return null;
}
