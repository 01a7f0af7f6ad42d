/** What the candidates worker is: a queue of files, the store behind it, and what the page and the engine may ask. */

import { expose, transfer } from 'comlink';

import type { FlatPairs } from '../scoring/flat-pairs';
import type { FoundInFile, PairCheck } from '../scoring/pair-checks';
import type { PairPlaces } from '../scoring/pairs';
import { sha256OfStream } from '../hash';
import { SerialQueue } from '../serial-queue';
import { recordPriorities } from '../scoring/sampling';
import type { FilePlan } from './formats/plan';
import { Companions } from './records/companions';
import type { StoreLimits } from './store/memory-budget';
import type { DuckEngine } from './store/database';
import { compared, evaluationFound, evaluationPairs, type Compared } from './evaluation';
import { cleanedDownload, type CleanedDownload, type ExportProgress } from './clean/download';
import { exportQuery } from './export-query';
import { unpack, type ArchivedFile } from './read/archive';
import { loadFile } from './load';
import { madeFile, type MadeSourceRequest } from './made-file';
import { readLabels } from './marks/label-file';
import { LABELS_AT_ONCE, type Label } from './marks/labels';
import type { MarkedPairs, PairKeys } from './marks/marks';
import { foundIn, pairsFoundIn } from './store/source-checks';
import type { SourceStructure } from './store/source-columns';
import { BIT, setBit } from './store/text-findings';
import {
  CandidateStore,
  type FileScores,
  type Excerpts,
  type PairText,
  type SourceEmbeddings,
  type TextMatches,
} from './store/store';
import type { Reject } from './candidate-record';
import type { CleanRequest } from './clean/removals';
import type { RejectCount, RejectFilter } from './store/rejects';
import type { QueryAnswer, QueryAsker, QueryOptions } from './store/user-queries';
import type { FoundEvaluation, LoadOutcome, LoadProgress } from './outcomes';
import type { LoadOptions } from './reading';

/** A source's records with the priority of each under a seed: the order of the visit and of a sample. */
export interface SeededStructure extends SourceStructure {
  /** Priority of each record, uniform on [0, 1). */
  readonly priorities: Float64Array;
  /** Value of the column that its file was read with for units (`LoadOptions.group`); left out where there was none. */
  readonly groups?: readonly (string | null)[];
}

/** What takes more memory is copied to DuckDB only when somebody asks it. */
const PREPARED_BYTES = 256 * 2 ** 20;

/** For commands: reading and ranking never start DuckDB, which has what search, SQL and cleaned files ask. */
export const NO_DUCKDB: DuckEngine = {
  wasmUrl: '',
  createWorker: () => {
    throw new Error('No command starts DuckDB.');
  },
};

/**
 * What the candidates worker does. Files are read one after another, in the order in which they were given.
 */
export class Candidates {
  private store: Promise<CandidateStore<FilePlan>> | null = null;
  private readonly queue = new SerialQueue();
  /** Loads and exports that have not ended, under way or waiting for their turn, oldest first. */
  private readonly loads = new Set<AbortController>();
  private readonly unpackings = new Set<AbortController>();
  private readonly exports = new Set<AbortController>();
  private readonly companions = new Companions();

  /** @param limits of memory; by default what this tab can give */
  constructor(
    private readonly engine: DuckEngine,
    private readonly limits?: StoreLimits,
  ) {}

  /**
   * Starts DuckDB and copies to its tables what they lack. Needs not be called: whatever asks them does it.
   * @returns which DuckDB it is, counted from 1: another one has no pairs and no marks until they are given
   * @throws StoreStartError, StoreBrokenError, StoreFullError, StoreInsertError
   */
  async start(): Promise<number> {
    return (await (await this.opened()).duck()).start;
  }

  /** As {@link start}, ahead of any question, unless what is loaded would be held twice for long; whether it did. */
  async prepare(): Promise<boolean> {
    const store = await this.opened();
    if (store.memory() > PREPARED_BYTES) return false;
    await store.duck();
    return true;
  }

  /**
   * Reads a file into memory. Never throws for bad input: a file at fault is `refused` and leaves nothing
   * but its rejects behind, and one that does not fit into the tab's memory (`FileTooLargeError`) not even these.
   */
  load(file: File, options: LoadOptions, onProgress: (progress: LoadProgress) => void): Promise<LoadOutcome> {
    return this.cancellable(this.loads, (store, signal) =>
      loadFile({ store, companions: this.companions, signal, onProgress }, file, options),
    );
  }

  /**
   * The files of a zip archive, with their paths in it.
   * @throws Error where it is damaged
   */
  unpack(archive: File): Promise<ArchivedFile[]> {
    return signalled(this.unpackings, (signal) => unpack(archive, signal));
  }

  /** SHA-256 of a file's bytes; null where it can no longer be read, as when it was changed since it was chosen. */
  fileHash(file: File): Promise<string | null> {
    return sha256OfStream(file.stream()).catch(() => null);
  }

  /** Stops all unpacking and the oldest load that has not ended, also one that waits; it resolves as refused with `LoadCancelledError`. */
  cancelLoad(): void {
    cancelOldest(this.loads);
    for (const unpacking of this.unpackings) unpacking.abort();
  }

  /** Forgets a source, a file with its sources and rejects, or a companion. */
  remove(id: number): Promise<void> {
    return this.inTurn((store) => {
      this.companions.remove(id);
      store.remove(id);
    });
  }

  /** Gives a source another name; the name that was set, made unique, comes back. */
  rename(sourceId: number, name: string): Promise<string> {
    return this.inTurn((store) => store.rename(sourceId, name));
  }

  /** Rejects that pass the filter, in the order in which files were read and in file order, and how many there are. */
  async rejects(
    filter: RejectFilter,
    range: { readonly offset: number; readonly limit: number },
  ): Promise<{ total: number; rejects: Reject[] }> {
    if (this.store === null) return { total: 0, rejects: [] };
    return (await this.opened()).rejects.find(filter, range);
  }

  /** Rejects by file and code. */
  async rejectCounts(): Promise<RejectCount[]> {
    if (this.store === null) return [];
    return (await this.opened()).rejects.counts();
  }

  /** The texts of pairs of a source, by record and position of the negative in it. */
  async pairTexts(sourceId: number, records: Int32Array, positions: Int32Array): Promise<PairText[]> {
    return (await this.opened()).pairTexts(sourceId, records, positions);
  }

  /**
   * The pairs of a source that a check finds.
   * @param nearly those with a query that has nearly the words of one of the evaluation too
   * @throws UnknownSourceError
   */
  async pairsFound(sourceId: number, check: PairCheck, nearly = false): Promise<PairPlaces> {
    const store = await this.opened();
    const source = store.structure(sourceId);
    if (check !== 'evaluation') return pairsFoundIn(source, store.texts, check);
    return evaluationPairs(this.compared(store, [source]), source, nearly);
  }

  /** What each pair of a source is found for before any run. @throws UnknownSourceError */
  async foundInFile(sourceId: number): Promise<FoundInFile> {
    const store = await this.opened();
    const source = store.structure(sourceId);
    const bits = foundIn(source, store.texts).bits.slice();
    if (this.companions.evaluations.size > 0) {
      const { records, positions } = await this.pairsFound(sourceId, 'evaluation', true);
      for (const [at, record] of records.entries())
        setBit(bits, (source.offsets[record] as number) + (positions[at] as number), BIT.evaluation);
    }
    return moved({ source: sourceId, offsets: source.offsets.slice(), bits });
  }

  /** What the files of evaluation have in common with sources; nothing where there are none. @throws UnknownSourceError */
  evaluation(sources: readonly number[]): Promise<FoundEvaluation[]> {
    if (this.companions.evaluations.size === 0) return Promise.resolve([]);
    return this.inTurn((store) => {
      const structures = sources.map((id) => store.structure(id));
      const found = this.compared(store, structures);
      return structures.map((structure) => evaluationFound(found, structure));
    });
  }

  private compared(store: CandidateStore<FilePlan>, structures: readonly SourceStructure[]): Compared {
    return compared([...this.companions.evaluations.values()].flat(), structures, store.texts);
  }

  /** Keys of all pairs of a source, by their texts (see `marks/marks.ts`). @throws UnknownSourceError */
  async pairKeys(sourceId: number): Promise<PairKeys> {
    return moved((await this.opened()).pairKeys(sourceId));
  }

  /** The key of each query with a passage, by their texts: four words each, the same in every file and session. */
  async passageKeys(queries: Int32Array, passages: Int32Array): Promise<Uint32Array> {
    const keys = (await this.opened()).passageKeys(queries, passages);
    return transfer(keys, [keys.buffer]);
  }

  /** Puts marks into the table `marks`, in the place of all that are there. */
  fillMarks(marks: readonly MarkedPairs[]): Promise<void> {
    return this.inTurn((store) => store.fillMarks(marks));
  }

  /** Texts by their ids. @param characters of each at most; null for all */
  async excerpts(queries: Int32Array, passages: Int32Array, characters: number | null): Promise<Excerpts> {
    return (await this.opened()).excerpts(queries, passages, characters);
  }

  /**
   * The texts that hold a text; accents and case do not count.
   * @throws QueryCancelledError when another search begins
   */
  async findTexts(text: string): Promise<TextMatches> {
    return (await this.opened()).findTexts(text);
  }

  /**
   * The labels of a file, in parts that are small enough to cross without holding up the page.
   * @throws LabelFileError with the place of its fault, before the first part
   */
  async readLabels(file: File, receive: (part: readonly Label[]) => void): Promise<void> {
    const labels = await readLabels(file);
    for (let from = 0; from < labels.length; from += LABELS_AT_ONCE) {
      await receive(labels.slice(from, from + LABELS_AT_ONCE));
    }
  }

  /** Writes files anew without the pairs chosen as one download. @throws ExportError, UnknownSourceError */
  exportCleaned(
    requests: readonly CleanRequest[],
    onProgress: (progress: ExportProgress) => void,
  ): Promise<CleanedDownload> {
    return this.cancellable(this.exports, (store, signal) =>
      cleanedDownload(store, requests, onProgress, signal),
    );
  }

  /** Stops the oldest export that has not ended, also one that waits; it rejects with `ExportCancelledError`. */
  cancelExport(): void {
    cancelOldest(this.exports);
  }

  /** Fills the table `pairs` with the pairs of a run; those that stood there go. @throws UnknownSourceError */
  fillPairs(pairs: FlatPairs): Promise<void> {
    return this.inTurn((store) => store.fillPairs(pairs));
  }

  /**
   * Records as JSON lines of the plain format (`query_id`, `query`, `positive`, `negatives`), to be loaded like any file.
   * @throws UnknownSourceError for ids that have no text (any more)
   */
  madeFile(request: MadeSourceRequest): Promise<{ name: string; content: Blob }> {
    return this.inTurn((store) => madeFile(store, request));
  }

  /**
   * Answers one SQL query over the tables and the macros of the gates (`store/tables.ts`). It can change nothing. One query at a
   * time for each asker: another one cancels it.
   * @throws QueryRefusedError where it is no query, or more than one statement
   * @throws QuerySyntaxError with DuckDB's message and the place, also for names and values that DuckDB faults
   * @throws QueryCancelledError
   * @throws StoreFullError
   */
  async query(sql: string, options: QueryOptions): Promise<QueryAnswer> {
    return (await (await this.opened()).duck()).queries[options.asker ?? 'page'].ask(sql, options);
  }

  /** Ends the query of an asker that is being answered; its promise rejects with `QueryCancelledError`. */
  async cancelQuery(asker: QueryAsker = 'page'): Promise<void> {
    await (await this.store)?.cancelQuery(asker);
  }

  /**
   * All rows of one SQL query as CSV, asked for by the console.
   * @throws as `query`
   */
  async saveQuery(sql: string): Promise<Blob> {
    return exportQuery((await (await this.opened()).duck()).queries.console, sql);
  }

  /** The records of a source, with their priorities under a seed: query texts need not cross for them. */
  async structure(sourceId: number, seed: number): Promise<SeededStructure> {
    const store = await this.opened();
    const structure = store.structure(sourceId);
    const priorities = recordPriorities(store.queryTexts(structure.queries), seed);
    const groups = store.groups(sourceId);
    return moved({
      id: sourceId,
      queries: structure.queries.slice(),
      positives: structure.positives.slice(),
      offsets: structure.offsets.slice(),
      negatives: structure.negatives.slice(),
      priorities,
      ...(groups && { groups }),
    });
  }

  async embeddings(sourceId: number): Promise<SourceEmbeddings> {
    return moved((await this.opened()).embeddings(sourceId));
  }

  /** The file's own scores; null where not every text has one. @throws UnknownSourceError */
  async fileScores(sourceId: number): Promise<FileScores | null> {
    const scores = (await this.opened()).scores(sourceId);
    return scores && moved(scores);
  }

  async queryTexts(ids: Int32Array): Promise<string[]> {
    return (await this.opened()).queryTexts(ids);
  }

  async passageTexts(ids: Int32Array): Promise<string[]> {
    return (await this.opened()).passageTexts(ids);
  }

  /** Offers {@link CandidatesForEngine}, and nothing else, on a port whose other end goes to the engine worker. */
  connectEngine(port: MessagePort): void {
    expose(Object.fromEntries(FOR_ENGINE.map((name) => [name, this[name].bind(this)])), port);
  }

  /** Ends DuckDB's worker, when what was asked for is done. */
  close(): Promise<void> {
    return this.inTurn((store) => store.close());
  }

  private opened(): Promise<CandidateStore<FilePlan>> {
    this.store ??= CandidateStore.start<FilePlan>(this.engine, this.limits);
    return this.store;
  }

  /** As {@link inTurn}, with a signal that ends the work, or keeps it from beginning. */
  private cancellable<Value>(
    unfinished: Set<AbortController>,
    work: (store: CandidateStore<FilePlan>, signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    return signalled(unfinished, (signal) => this.inTurn((store) => work(store, signal)));
  }

  private inTurn<Value>(work: (store: CandidateStore<FilePlan>) => Value | Promise<Value>): Promise<Value> {
    return this.queue.run(async () => work(await this.opened()));
  }
}

const FOR_ENGINE = [
  'structure',
  'embeddings',
  'fileScores',
  'queryTexts',
  'passageTexts',
  'passageKeys',
  'start',
  'fillPairs',
] as const;

export type CandidatesForEngine = Pick<Candidates, (typeof FOR_ENGINE)[number]>;

/** Work that a controller among the unfinished ones ends. */
async function signalled<Value>(
  unfinished: Set<AbortController>,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  unfinished.add(controller);
  try {
    return await work(controller.signal);
  } finally {
    unfinished.delete(controller);
  }
}

/** What crosses with its columns, which are nobody else's. */
function moved<Value extends object>(value: Value): Value {
  return transfer(
    value,
    Object.values(value).flatMap((each) => (ArrayBuffer.isView(each) ? [each.buffer] : [])),
  );
}

function cancelOldest([oldest]: Iterable<AbortController>): void {
  oldest?.abort();
}
