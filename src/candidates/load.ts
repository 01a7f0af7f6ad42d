/** Loads one file: plan, read, commit; or puts it among the companions. */

import { CandidatesError, hasCode, unreadable } from './errors';
import { companionReading, type EntryReading, type RejectListener } from './records/entry-reading';
import { planFile, type CompanionPlan, type FilePlan, type NoPlan } from './formats/plan';
import { FileReading, waits, type ReadingOptions, type RecordListener } from './records/reader';
import { Sample } from './records/sample';
import { isGzip } from './read/head';
import { MemoryBudget, TooLargeError } from './store/memory-budget';
import type { NewFile, SourceColumns } from './store/source-columns';
import type { Reject } from './candidate-record';
import type {
  FileCounts,
  LoadedFile,
  LoadedSource,
  LoadOutcome,
  LoadProgress,
  SourcePreflight,
} from './outcomes';
import type { ReadingQuestion, LoadOptions } from './reading';
import { pausesOf, Throttle } from './read/pace';
import { asIfIds } from './formats/ids-for-texts';
import type { CompanionKind } from './formats/catalogue';
import { openLines } from './formats/open';
import { isPlainText, unknownFile } from './formats/unknown-format';

import { sha256OfStream } from '../hash';
import { withPauses } from '../scoring/sliced';
import { countOf } from '../ui/words';
import { shownName, sourceName } from './names';
import { neededCompanions, Qrels, waitingInWords, type Companions, type Needs } from './records/companions';
import { EvaluationReading } from './records/evaluation';
import type { SourceTally } from './records/tally';
import { hasSigns } from './records/reading-warnings';
import { checkSource, type CheckedRecords, type SourceChecks } from './store/source-checks';
import type { CandidateStore } from './store/store';

export interface LoadContext {
  readonly store: CandidateStore<FilePlan>;
  readonly companions: Companions;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LoadProgress) => void;
}

/** Records after which the memory left is looked at, besides every part of the file. */
const CHECKED_RECORDS = 500;

/**
 * Reads one file into the store, or adds it to the companions. A file that cannot be loaded is `refused` and leaves only
 * its rejects; one whose companions are missing is `waiting` and leaves nothing. Throws only for faults of this program.
 */
export async function loadFile(context: LoadContext, file: File, options: LoadOptions): Promise<LoadOutcome> {
  return new FileLoad(context, file, options).run();
}

/** How engines say that the stack of calls is full: values of JSON are followed inwards by calls. */
const STACK_FULL = /call stack|too much recursion/i;

function isOfDepth(thrown: unknown): boolean {
  return thrown instanceof Error && !(thrown instanceof CandidatesError) && STACK_FULL.test(thrown.message);
}

function tooDeep(file: File, thrown: unknown): CandidatesError {
  const reason = 'lists and objects in it stand too deep inside each other';
  return unreadable(file.name, reason, 'Write its records flat.', thrown);
}

class FileLoad {
  private readonly id: number;
  /** The reading that is under way or ended last. */
  private reading: FileReading | EntryReading | null = null;
  private fields: readonly string[] = [];
  private asks: ReadingQuestion | null = null;
  private readonly throttle = new Throttle();

  constructor(
    private readonly context: LoadContext,
    private readonly file: File,
    private readonly options: LoadOptions,
  ) {
    this.id = context.store.newKey();
  }

  async run(): Promise<LoadOutcome> {
    const { store } = this.context;
    try {
      return await this.load();
    } catch (thrown) {
      const error = isOfDepth(thrown) ? tooDeep(this.file, thrown) : thrown;
      if (!(error instanceof CandidatesError)) throw error;
      // Nothing is kept of a file that is too large for the store.
      if (error instanceof TooLargeError) store.rejects.drop(this.id);
      const rejected = store.rejects.all([this.id]).length;
      const refused = {
        file: this.file.name,
        error: error.code,
        message: error.message,
        summary: error.summary,
        list: error.list,
        read: this.reading?.tally.read ?? rejected,
        rejected,
        sampleThatFits: error instanceof TooLargeError ? error.sample : null,
        asks: this.asks,
        fields: this.fields,
      };
      return { status: 'refused', id: this.id, refused };
    }
  }

  private async load(): Promise<LoadOutcome> {
    const { signal } = this.context;
    if (this.options.format === 'evaluation') return this.loadEvaluation();
    const plan = await planFile(this.file, this.options, signal);
    if ('fields' in plan) throw this.unknown(plan);
    if ('companion' in plan) return this.loadCompanion(plan);
    return this.loadRecords(await this.withIds(plan));
  }

  /**
   * Reads a companion file once to count and check it, and adds it to the companions. Texts stay in the file until records
   * need them.
   */
  private async loadCompanion(plan: CompanionPlan): Promise<LoadOutcome> {
    const { companions, signal } = this.context;
    const { kind } = plan.companion;
    const qrels = kind === 'qrels' ? new Qrels() : null;
    const reading = companionReading(plan, (entry) => {
      if ('relevance' in entry) qrels?.add(entry);
    });
    await reading.read(signal, this.listening(reading));
    const outcome = this.companion(kind, plan.words, reading);
    companions.add(this.options.path, plan, outcome.companion, qrels);
    return outcome;
  }

  /** Reads a file of evaluation, of any form, and keeps its texts; a corpus stays one, for the ids of others. */
  private async loadEvaluation(): Promise<LoadOutcome> {
    const { companions, signal } = this.context;
    const { file, options } = this;
    const plan = await planFile(file, { ...options, format: null }, signal).catch((error: unknown) => {
      if (hasCode(error, 'UnknownFormatError')) return null;
      throw error;
    });
    if (plan !== null && 'companion' in plan && plan.companion.kind === 'corpus')
      return this.loadCompanion(plan);
    const isList = plan === null || ('fields' in plan && isPlainText(plan));
    const list = isList ? { list: openLines(file, await isGzip(file)) } : plan;
    const reading = new EvaluationReading(list, options.relevant);
    const records = await reading.records(companions, options.path, signal, this.listening(reading));
    if (records.length === 0) throw reading.unusable('NoUsableEntriesError');
    companions.evaluations.set(this.id, records);
    const queries = new Set(records.map(({ query }) => query)).size;
    const documents = new Set(records.flatMap((record) => record.documents)).size;
    const words = `${countOf(queries, 'query', 'queries')}, ${countOf(documents, 'relevant document')}`;
    return this.companion('evaluation', words, reading);
  }

  private listening(reading: EntryReading): RejectListener {
    this.reading = reading;
    const { tally } = reading;
    return {
      onBytes: (bytes) =>
        this.report('reading', bytes, this.file.size, { ...tally, records: tally.read - tally.rejected }),
      onReject: this.keepReject,
    };
  }

  private companion(kind: CompanionKind, words: string, { placeKind, tally }: EntryReading) {
    const { id, file } = this;
    const { read, rejected, blankLines } = tally;
    const counts = { placeKind, read, entries: read - rejected, rejected, blankLines };
    const companion = { id, kind, file: file.name, bytes: file.size, words, ...counts };
    return { status: 'companion', id, companion } as const;
  }

  /** The plan with ids in place of texts, where companions have every id that its first records could name. */
  private async withIds(plan: FilePlan): Promise<FilePlan> {
    const { signal, companions } = this.context;
    const ids = plan.format.ofTexts === true && !plan.namesIds && !plan.embedded ? asIfIds(plan) : null;
    if (ids === null || !(await companions.haveAll(ids.drafts, this.options.path, signal))) return plan;
    return { ...plan, ...ids, namesIds: true };
  }

  private async loadRecords(plan: FilePlan): Promise<LoadOutcome> {
    const { companions } = this.context;
    this.fields = plan.interpretation.fields;
    const needs = neededCompanions(plan);
    const missing = needs.filter(({ kind }) => !companions.has(kind));
    if (missing.length > 0) return this.waiting(plan, missing);
    const hasTexts = companions.has('corpus') || companions.has('queries');
    return this.read(plan, needs.some(({ kind }) => kind !== 'qrels') || (plan.namesIds && hasTexts));
  }

  private waiting(plan: FilePlan, needs: Needs): LoadOutcome {
    const { store } = this.context;
    store.rejects.drop(this.id);
    const message = waitingInWords(this.file.name, needs);
    const { interpretation } = plan;
    const waiting = { file: this.file.name, interpretation, needs, message };
    return { status: 'waiting', id: this.id, waiting };
  }

  /** The error of a file of no known format; the first entries become rejects. */
  private unknown(plan: NoPlan): CandidatesError {
    this.fields = plan.fields;
    const { error, asks, rejects } = unknownFile(plan, hasSigns);
    this.asks = asks;
    this.context.store.rejects.add(this.id, rejects);
    return error;
  }

  private readonly keepReject = (reject: Reject): void => this.context.store.rejects.add(this.id, [reject]);

  private async read(plan: FilePlan, usesIds: boolean): Promise<LoadOutcome> {
    const { store, companions, signal } = this.context;
    const budget = new MemoryBudget(store, this.file, {
      packed: plan.open.gzip,
      entryLength: plan.entryLength,
      sampled: this.options.sample !== null,
      besides: companions.bytes,
    });
    const { path, relevant } = this.options;
    const sample = this.options.sample && new Sample(this.options.sample);
    const check = () => {
      const { kept, heldBytes } = reading;
      budget.check(kept, heldBytes + (sample?.bytes ?? 0));
    };
    const onBytes = (stage: LoadProgress['stage'], bytes: number, bytesTotal: number) => {
      check();
      this.report(stage, bytes, bytesTotal, reading.tally);
    };
    const fill: ReadingOptions['fill'] = (ids) => {
      const bytesTotal = companions.bytesToRead();
      return companions.fill(ids, path, signal, (bytes) => onBytes('companions', bytes, bytesTotal));
    };
    const options: ReadingOptions = {
      other: store.sourceWithEmbeddings() ?? null,
      fill: usesIds ? fill : null,
      relevant: (queryId) => companions.relevantTo(queryId, path, relevant),
      sample,
    };
    const open = (stage: LoadProgress['stage'], told: Omit<RecordListener, 'onBytes'>) =>
      new FileReading(plan, options, {
        onBytes: (bytes) => onBytes(stage, bytes, this.file.size),
        ...told,
      });
    let reading: FileReading;
    if (sample !== null && !waits(plan, options.fill)) {
      // Records and rejects come again when the file is loaded.
      reading = open('sampling', { onRecord: () => undefined, onReject: () => undefined });
      await reading.read(signal).catch((error: unknown) => {
        if (!hasCode(error, 'NoUsablePairsError')) throw error;
      });
      sample.close();
    }
    const read = store.begin();
    reading = open(usesIds ? 'ids' : 'reading', {
      onRecord: (record, source) => {
        source.key ??= store.newKey();
        read.take(record, source.key);
        if (reading.tally.records % CHECKED_RECORDS === 0) check();
      },
      onReject: this.keepReject,
    });
    this.reading = reading;
    try {
      await reading.read(signal);
      check();
      return await this.commit(plan, read, reading);
    } catch (error) {
      store.giveUp();
      const needs = usesIds ? unknownIds(error, reading) : null;
      if (needs === null) throw error;
      return this.waiting(plan, needs);
    }
  }

  private async commit(plan: FilePlan, read: NewFile, reading: FileReading): Promise<LoadOutcome> {
    const { store } = this.context;
    const { id: fileId, options } = this;
    const columns = read.filled();
    const sources: LoadedSource[] = [];
    const pause = pausesOf(this.file, this.context.signal);
    await pause();
    for (const [label, tally] of reading.sources) {
      const id = tally.key as number;
      const checks = await withPauses(checkSource(columns.get(id) as SourceColumns, store.texts), pause);
      const name = nameOf(plan, options.path, label, reading.sources.size);
      sources.push({ id, fileId, name, label, ...loadedSource(plan, reading, label, tally, checks) });
    }
    const file: LoadedFile = {
      id: fileId,
      file: this.file.name,
      interpretation: plan.interpretation,
      sameAs: await this.sameAs(),
      sources,
      first: reading.first,
    };
    const { size } = this.file;
    this.report('reading', size, size, reading.tally, true);
    const loaded = store.commit(columns, { loaded: file, plan, sampled: reading.tally.leftOut > 0 });
    return { status: 'loaded', id: this.id, loaded };
  }

  /** The name of a loaded file with the same bytes; null where there is none, or where one can no longer be read. */
  private async sameAs(): Promise<string | null> {
    for (const { loaded, plan } of this.context.store.files()) {
      const files = [plan.open.file, this.file];
      if (files[0]?.size !== this.file.size) continue;
      const hashes = files.map((file) => sha256OfStream(file.stream()));
      const [one, other] = await Promise.all(hashes).catch(() => []);
      if (one !== undefined && one === other) return loaded.file;
    }
    return null;
  }

  private report(
    stage: LoadProgress['stage'],
    bytesRead: number,
    bytesTotal: number,
    { records, rejected }: Pick<LoadProgress, 'records' | 'rejected'>,
    atOnce = false,
  ): void {
    if (!this.throttle.due(atOnce)) return;
    this.context.onProgress({ file: this.file.name, bytesRead, bytesTotal, records, rejected, stage });
  }
}

/** Companion files whose ids are missing, or null if the file fails for another reason. */
function unknownIds(error: unknown, reading: FileReading): Needs | null {
  const reasons = reading.tally.reasons();
  const onlyIds = reasons.length === 1 && reasons[0]?.code === 'unknown-id';
  return hasCode(error, 'NoUsablePairsError') && onlyIds ? (reading.ids?.unknown() ?? []) : null;
}

function loadedSource(
  plan: FilePlan,
  reading: FileReading,
  label: string | null,
  tally: SourceTally,
  checks: SourceChecks,
): Omit<LoadedSource, 'id' | 'fileId' | 'name' | 'label'> {
  const { file } = plan.open;
  const { repeats, preflight, meetings, ...counted } = checks;
  const [first] = reading.sources.keys();
  const counts: FileCounts = { ...reading.tally.counts(), ...tally.counts, ...counted };
  assertIdentity(file.name, counts);
  return {
    file: file.name,
    bytes: file.size,
    format: plan.interpretation.words,
    placeKind: reading.placeKind,
    counts,
    medianK: tally.medianK(),
    byK: tally.byK(),
    meetings,
    dimension: reading.dimension,
    warnings: [
      ...reading.warnings.found(reading.placeKind),
      ...tally.warnings.found(repeats, hasLongQueries(plan)),
    ],
    preflight: preflightOf(plan, preflight, tally, label === first ? reading : null),
  };
}

/** Pairs of preference have prompts that are longer than their answers, as instructions are. */
function hasLongQueries({ interpretation: { roles } }: FilePlan): boolean {
  return [roles.positive, ...roles.negatives].every((name) => /chosen|rejected|preferred/i.test(name));
}

/**
 * The checks of a source before a run.
 * @param file entries with an id that no companion has, and ids with two texts, count at its first source; null for others
 */
function preflightOf(
  { namesIds }: FilePlan,
  { ids, ...others }: CheckedRecords,
  source: SourceTally,
  file: FileReading | null,
): SourcePreflight {
  const unknown = file?.tally.reasons().find(({ code }) => code === 'unknown-id');
  const example = unknown && { place: unknown.place, query: null, text: unknown.message };
  const twice = file?.ids?.twice;
  const text = twice?.example ?? null;
  const two = text === null ? null : { place: 1, query: null, text };
  const count = (ids?.count ?? 0) + (unknown?.count ?? 0) + (twice?.ids ?? 0);
  const applies = ids !== null || namesIds || unknown !== undefined;
  return {
    ...others,
    ids: applies ? { count, example: ids?.example ?? example ?? two } : null,
    scores: source.scoreCheck(),
  };
}

/** The file's name, or the label; not unique yet. Field names stand behind the file's name, unless there is only one. */
function nameOf(
  { open, label: choice }: FilePlan,
  path: string,
  label: string | null,
  sources: number,
): string {
  const file = sourceName(open.file.name, path);
  if (label === null) return file;
  if (choice.kind !== 'fields') return shownName(label);
  return sources === 1 ? file : `${file}/${shownName(label)}`;
}

/** `read = loaded + merged + leftOut + rejected`: nothing is dropped in silence. */
function assertIdentity(file: string, { read, loaded, merged, leftOut, rejected }: FileCounts): void {
  if (read === loaded + merged + leftOut + rejected) return;
  throw new Error(
    `${file}: ${read} were read, but ${loaded} loaded + ${merged} joined + ${leftOut} left out + ${rejected} ` +
      `rejected are ${loaded + merged + leftOut + rejected}. This is a fault of Negscope; please report it with the file.`,
  );
}
