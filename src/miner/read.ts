/** Reads corpus, queries and judgements, in every form that the readers of candidate files know, into what is mined. */

import type { Reject } from '../candidates/candidate-record';
import { Fault, rejectOf } from '../candidates/fault';
import { Ref, type Draft, type Text } from '../candidates/formats/format';
import { recordName } from '../candidates/formats/names';
import { planFile, type CompanionPlan, type FilePlan } from '../candidates/formats/plan';
import { unknownFile } from '../candidates/formats/unknown-format';
import { defaultLoadOptions, type CompanionKind } from '../candidates/reading';
import { sha256OfStream } from '../hash';
import type { CardFile } from '../mining/card';
import { CorpusBuilder, type MiningCorpus, type SampleOfPassages } from '../mining/corpus';
import { countOf, formatBytes, formatCount } from '../ui/words';
import { MiningInputError } from './errors';

/** A file, and what it was given as; null: as its content tells. */
export interface GivenFile {
  readonly file: File;
  readonly path: string;
  readonly as: CompanionKind | null;
}

export interface ReadSettings {
  readonly sample: SampleOfPassages | null;
  /** Least grade of a relevant document. */
  readonly relevant: number;
  /** Characters of texts that may be held. */
  readonly mostCharacters: number;
}

/** How a file was read. */
export interface ReadFile extends CardFile {
  /** In words, such as "corpus JSONL". */
  readonly words: string;
  readonly read: number;
  readonly rejected: number;
}

export interface ReadInput {
  readonly corpus: MiningCorpus;
  readonly files: readonly ReadFile[];
  /** The first lines that could not be read, and why. */
  readonly rejects: readonly Reject[];
  readonly settings: ReadSettings;
}

export interface ReadProgress {
  readonly file: string;
  readonly bytesRead: number;
  readonly bytesTotal: number;
}

/** Rejects that are kept with their reasons. */
const KEPT_REJECTS = 20;

/** What is known of a file before it is read whole. */
type Planned = GivenFile & { readonly plan: FilePlan | CompanionPlan };

/**
 * Reads all files: queries and judgements first, so that a sample knows the positives.
 * @throws MiningInputError, and what reading a file throws
 */
export async function readInput(
  given: readonly GivenFile[],
  settings: ReadSettings,
  signal: AbortSignal,
  onProgress: (progress: ReadProgress) => void,
): Promise<ReadInput> {
  const planned: Planned[] = [];
  for (const each of given) planned.push({ ...each, plan: await planOf(each, signal) });
  const hasCorpus = planned.some((each) => kindOf(each) === 'corpus');
  const order = ['qrels', 'queries', 'records', 'corpus'];
  planned.sort((a, b) => order.indexOf(kindOf(a)) - order.indexOf(kindOf(b)));
  const bytesTotal = planned.reduce((sum, { file }) => sum + file.size, 0);
  const builder = new CorpusBuilder(settings.sample);
  const rejects: Reject[] = [];
  const files: ReadFile[] = [];
  let bytesBefore = 0;
  for (const each of planned) {
    const reading = new InputReading(each, builder, settings, !hasCorpus, rejects);
    const onBytes = (bytes: number) =>
      onProgress({ file: each.file.name, bytesRead: bytesBefore + bytes, bytesTotal });
    files.push(await reading.read(signal, onBytes));
    bytesBefore += each.file.size;
  }
  const corpus = builder.build();
  if (corpus.texts.length === 0) {
    throw new MiningInputError('The corpus is empty: no file gave a passage. Choose a file of texts.');
  }
  if (corpus.records.length === 0) throw new MiningInputError(noRecords(corpus));
  return { corpus, files, rejects, settings };
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

/** @throws MiningInputError where it is no file of texts, queries, judgements or records */
async function planOf({ file, path, as }: GivenFile, signal: AbortSignal): Promise<FilePlan | CompanionPlan> {
  const options = defaultLoadOptions(path);
  const plan = await planFile(file, options, signal);
  if ('companion' in plan) {
    const forced = as !== null && as !== plan.companion.kind;
    const again = forced ? await planFile(file, { ...options, format: as }, signal) : plan;
    if ('companion' in again) return again;
  }
  if ('interpretation' in plan) return plan;
  if ('fields' in plan && plan.entries.length > 0) throw unknownFile(plan).error;
  throw new MiningInputError(`${file.name} is empty. Expected texts, queries, judgements or records.`);
}

function kindOf({ plan, as }: Planned): CompanionKind | 'records' {
  if ('companion' in plan) return plan.companion.kind;
  return as === 'corpus' ? 'corpus' : 'records';
}

/** Reads one file into the builder. */
class InputReading {
  private entries = 0;
  private rejected = 0;

  constructor(
    private readonly planned: Planned,
    private readonly builder: CorpusBuilder,
    private readonly settings: ReadSettings,
    private readonly recordsArePool: boolean,
    private readonly rejects: Reject[],
  ) {}

  async read(signal: AbortSignal, onBytes: (bytes: number) => void): Promise<ReadFile> {
    const { file, plan } = this.planned;
    const source = plan.open.entries();
    for await (const entries of source.chunks(signal, { onBytes })) {
      for (const { place, text, value } of entries) {
        this.entries++;
        const fault = value instanceof Fault ? value : this.take(value);
        if (fault === null) continue;
        this.rejected++;
        const record = value instanceof Fault ? null : recordName(value);
        if (this.rejects.length < KEPT_REJECTS) {
          const where = { file: file.name, placeKind: source.placeKind, place, record };
          this.rejects.push(rejectOf(where, fault, text));
        }
      }
      this.checkSize();
    }
    const words = 'companion' in plan ? plan.words : plan.interpretation.words;
    const hash = await sha256OfStream(bytesOf(file, signal));
    return {
      name: file.name,
      bytes: file.size,
      sha256: hash,
      words,
      read: this.entries,
      rejected: this.rejected,
    };
  }

  /** @throws MiningInputError */
  private checkSize(): void {
    const { characters } = this.builder;
    const { mostCharacters } = this.settings;
    if (characters <= mostCharacters) return;
    const fits = Math.floor((0.8 * mostCharacters * this.entries) / characters / 1000) * 1000;
    throw new MiningInputError(
      `${this.planned.file.name} does not fit: ${formatBytes(2 * mostCharacters)} of texts are held at most, which ` +
        `${formatCount(this.entries)} passages passed. Mine from a sample of ${formatCount(fits)} passages; the positives stay.`,
    );
  }

  /** Reads one entry. @returns what is wrong with it, or null */
  private take(value: Parameters<FilePlan['format']['read']>[0]): Fault | null {
    const { plan } = this.planned;
    if ('interpretation' in plan) {
      const draft = plan.format.read(value);
      return draft instanceof Fault ? draft : this.takeDraft(draft);
    }
    const entry = plan.companion.read(value);
    if (entry instanceof Fault) return entry;
    if ('relevance' in entry) {
      if (entry.relevance >= this.settings.relevant) {
        this.builder.addJudgement(entry.queryId, entry.documentId);
      }
    } else if (plan.companion.kind === 'corpus') this.builder.addPassage(entry.id, entry.text);
    else this.builder.addQuery(entry.id, entry.text.trim());
    return null;
  }

  private takeDraft(draft: Draft): Fault | null {
    const { query, positives, lists, queryId } = draft;
    const negatives = lists.flatMap(({ texts }) => texts).filter((text) => text !== null);
    const texts = [query, ...positives, ...negatives];
    if (texts.some((text) => text instanceof Ref)) {
      const message = 'This record names ids in place of texts. Give queries, judgements and corpus instead.';
      return new Fault('unknown-id', null, message);
    }
    const plain = (text: Text) => (text as string).trim();
    if (kindOf(this.planned) === 'corpus') {
      for (const text of [...positives, ...negatives]) this.builder.addPassage(null, plain(text));
      return null;
    }
    this.builder.addRecord(
      { id: queryId, query: plain(query), positives: positives.map(plain), negatives: negatives.map(plain) },
      this.recordsArePool,
    );
    return null;
  }
}

/** The bytes of a file, until the reading is cancelled. @throws MiningInputError from the stream, once it is */
function bytesOf(file: File, signal: AbortSignal): ReadableStream<Uint8Array> {
  const stop = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      if (signal.aborted) throw new MiningInputError('Reading was cancelled.');
      controller.enqueue(bytes);
    },
  });
  return file.stream().pipeThrough(stop);
}
