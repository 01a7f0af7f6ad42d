/** What the candidates worker is: a queue of files, the store behind it, and what the page and the engine may ask. */

import type { Int32 } from 'apache-arrow';
import { expose, transfer } from 'comlink';

import type { FlatPairs } from '../scoring/flat-pairs';
import type { FoundInFile, PairCheck } from '../scoring/pair-checks';
import { recordsOfPairs, type PairPlaces } from '../scoring/pairs';
import { sha256OfStream } from '../hash';
import { SerialQueue } from '../serial-queue';
import { recordPriorities } from '../scoring/sampling';
import type { FilePlan } from './formats/plan';
import { Companions } from './records/companions';
import type { StoreLimits } from './store/memory-budget';
import type { DuckEngine } from './store/database';
import { compared, evaluationFound, evaluationPairs } from './evaluation';
import { cleanedDownload, type CleanedDownload, type ExportProgress } from './clean/download';
import { csvOf } from './export-query';
import { unpack, type ArchivedFile } from './read/archive';
import { loadFile } from './load';
import { madeFile, type MadeSourceRequest } from './made-file';
import { readLabels } from './marks/label-file';
import { LABELS_AT_ONCE, type Label } from './marks/labels';
import { KEY_WORDS, type MarkedPairs, type PairKeys } from './marks/marks';
import { foundIn, pairsFoundIn } from './store/source-checks';
import { markRows, pairRows } from './store/mirror-rows';
import { NONE, type SourceStructure } from './store/source-columns';
import { BIT, setBit } from './store/text-findings';
import { textHash } from './store/text-hash';
import { CandidateStore } from './store/store';
import { joined } from './joined';
import { unknownSource } from './errors';
import type { Reject } from './candidate-record';
import type { CleanRequest } from './clean/removals';
import type { RejectCount } from './store/rejects';
import { answerTo, type QueryAnswer, type QueryAsker, type QueryOptions } from './store/user-queries';
import type { FoundEvaluation, LoadOutcome, LoadProgress } from './outcomes';
import type { LoadOptions } from './reading';

/** A source's records with the priority of each under a seed: the order of the visit and of a sample. */
export interface SeededStructure extends SourceStructure {
  /** Priority of each record, uniform on [0, 1). */
  readonly priorities: Float64Array;
  /** Value of the column that its file was read with for units (`LoadOptions.group`); left out where there was none. */
  readonly groups?: readonly (string | null)[];
}

export interface PairText {
  readonly query: string;
  readonly positive: string;
  readonly negative: string;
}

/** Embeddings that a source's file gives, row-major float64: records × d, records × d and pairs × d. */
export interface SourceEmbeddings {
  readonly dimension: number;
  readonly queries: Float64Array;
  readonly positives: Float64Array;
  readonly negatives: Float64Array;
}

/** Ids of the texts that hold what was searched, ascending. */
export interface TextMatches {
  readonly queries: Int32Array;
  readonly passages: Int32Array;
}

/** Scores that a file gives each positive, and each pair's negative. */
interface FileScores {
  /** records + 1 places in `negatives`. */
  readonly offsets: Int32Array;
  readonly positives: Float64Array;
  readonly negatives: Float64Array;
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
  private readonly store: CandidateStore<FilePlan>;
  private readonly queue = new SerialQueue();
  /** Loads and exports that have not ended, under way or waiting for their turn, oldest first. */
  private readonly loads = new Set<AbortController>();
  private readonly unpackings = new Set<AbortController>();
  private readonly exports = new Set<AbortController>();
  private readonly companions = new Companions();

  /** @param limits of memory; by default what this tab can give */
  constructor(engine: DuckEngine, limits?: StoreLimits) {
    this.store = new CandidateStore(engine, limits);
  }

  /**
   * Starts DuckDB and copies to its tables what they lack. Needs not be called: whatever asks them does it.
   * @returns which DuckDB it is, counted from 1: another one has no pairs and no marks until they are given
   * @throws StoreStartError, StoreBrokenError, StoreFullError, StoreInsertError
   */
  async start(): Promise<number> {
    return (await this.store.mirror.ready()).start;
  }

  /** As {@link start}, ahead of any question, unless what is loaded would be held twice for long; whether it did. */
  async prepare(): Promise<boolean> {
    if (this.store.memory() > PREPARED_BYTES) return false;
    await this.store.mirror.ready();
    return true;
  }

  /**
   * Reads a file into memory. Never throws for bad input: a file at fault is `refused` and leaves nothing
   * but its rejects behind, and one that does not fit into the tab's memory (`FileTooLargeError`) not even these.
   */
  load(file: File, options: LoadOptions, onProgress: (progress: LoadProgress) => void): Promise<LoadOutcome> {
    const { store, companions } = this;
    return this.cancellable(this.loads, (signal) =>
      loadFile({ store, companions, signal, onProgress }, file, options),
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
    return this.inTurn(() => {
      this.companions.remove(id);
      this.store.remove(id);
    });
  }

  /** Gives a source another name; the name that was set, made unique, comes back. */
  rename(sourceId: number, name: string): Promise<string> {
    return this.inTurn(() => this.store.rename(sourceId, name));
  }

  /** The first rejects of a file, or (null) of all files in the order in which they were read; of each file by place. */
  rejects(id: number | null, limit = Infinity): Reject[] {
    return this.store.rejects.all(id === null ? undefined : [id]).slice(0, limit);
  }

  /** Rejects by file and code. */
  rejectCounts(): RejectCount[] {
    return this.store.rejects.counts();
  }

  /**
   * The texts of pairs of one source.
   * @param records 0-based record of each pair
   * @param positions 0-based position of each pair's negative in its record
   * @throws UnknownSourceError
   */
  pairTexts(sourceId: number, records: Int32Array, positions: Int32Array): PairText[] {
    const { queries, positives, offsets, negatives } = this.store.structure(sourceId);
    const { queries: ofQueries, passages } = this.store.texts;
    const pairs = records.map((record, i) => (offsets[record] as number) + (positions[i] as number));
    const asked = ofQueries.all(records.map((record) => queries[record] as number));
    const right = passages.all(records.map((record) => positives[record] as number));
    const wrong = passages.all(pairs.map((pair) => negatives[pair] as number));
    return asked.map((query, i) => ({
      query,
      positive: right[i] as string,
      negative: wrong[i] as string,
    }));
  }

  /**
   * The pairs of a source that a check finds.
   * @param nearly those with a query that has nearly the words of one of the evaluation too
   * @throws UnknownSourceError
   */
  pairsFound(sourceId: number, check: PairCheck, nearly = false): PairPlaces {
    const source = this.store.structure(sourceId);
    if (check !== 'evaluation') return pairsFoundIn(source, this.store.texts, check);
    return evaluationPairs(this.compared([source]), source, nearly);
  }

  /** What each pair of a source is found for before any run. @throws UnknownSourceError */
  foundInFile(sourceId: number): FoundInFile {
    const source = this.store.structure(sourceId);
    const bits = foundIn(source, this.store.texts).bits.slice();
    if (this.companions.evaluations.size > 0) {
      const { records, positions } = this.pairsFound(sourceId, 'evaluation', true);
      for (const [at, record] of records.entries())
        setBit(bits, (source.offsets[record] as number) + (positions[at] as number), BIT.evaluation);
    }
    return moved({ source: sourceId, offsets: source.offsets.slice(), bits });
  }

  /** What the files of evaluation have in common with sources; nothing where there are none. @throws UnknownSourceError */
  evaluation(sources: readonly number[]): Promise<FoundEvaluation[]> {
    if (this.companions.evaluations.size === 0) return Promise.resolve([]);
    return this.inTurn(() => {
      const structures = sources.map((id) => this.store.structure(id));
      const found = this.compared(structures);
      return structures.map((structure) => evaluationFound(found, structure));
    });
  }

  private compared(structures: readonly SourceStructure[]) {
    return compared([...this.companions.evaluations.values()].flat(), structures, this.store.texts);
  }

  /** Keys of all pairs of a source, by their texts (see `marks/marks.ts`). @throws UnknownSourceError */
  async pairKeys(sourceId: number): Promise<PairKeys> {
    const { queries, offsets, negatives } = this.store.structure(sourceId);
    const ofPairs = recordsOfPairs(offsets).map((record) => queries[record] as number);
    return moved({
      source: sourceId,
      offsets: offsets.slice(),
      words: await this.passageKeys(ofPairs, negatives),
    });
  }

  /**
   * The key of each query with a passage, by their texts: {@link KEY_WORDS} words each, the same in every file and session. It
   * is the hash of the hashes of both: no text is read.
   */
  async passageKeys(queries: Int32Array, passages: Int32Array): Promise<Uint32Array> {
    const { texts } = this.store;
    const words = new Uint32Array(queries.length * KEY_WORDS);
    const hashes = new Uint32Array(2 * KEY_WORDS);
    const bytes = new Uint8Array(hashes.buffer);
    for (let pair = 0; pair < queries.length; pair += 1) {
      texts.queries.hashOf(queries[pair] as number, hashes.subarray(0, KEY_WORDS));
      texts.passages.hashOf(passages[pair] as number, hashes.subarray(-KEY_WORDS));
      textHash(bytes, words.subarray(pair * KEY_WORDS, (pair + 1) * KEY_WORDS));
    }
    return transfer(words, [words.buffer]);
  }

  /** Puts marks into the table `marks`, in the place of all that are there; none of removed sources. */
  fillMarks(marks: readonly MarkedPairs[]): Promise<void> {
    return this.store.mirror.fill('marks', marks.map(markRows));
  }

  /** Texts in the order of their ids; null for one that went with its sources. @param characters of each at most; null for all */
  excerpts(queries: Int32Array, passages: Int32Array, characters: number | null) {
    const { texts } = this.store;
    return {
      queries: Array.from(queries, (id) => texts.queries.text(id, characters)),
      passages: Array.from(passages, (id) => texts.passages.text(id, characters)),
    };
  }

  /**
   * The texts that hold a text; accents and case do not count.
   * @throws QueryCancelledError when another search begins
   */
  async findTexts(text: string): Promise<TextMatches> {
    const folded = (sql: string): string => `strip_accents(lower(${sql}))`;
    const holds = `contains(${folded('text')}, ${folded(`'${text.replaceAll("'", "''")}'`)})`;
    const sql = `SELECT 0 AS kind, query AS id FROM queries WHERE ${holds}
       UNION ALL SELECT 1, passage FROM passages WHERE ${holds} ORDER BY kind, id`;
    const found = await this.store.mirror.ask('search', (connection, signal) =>
      connection.query<{ kind: Int32; id: Int32 }>(sql, signal),
    );
    const kinds = found.getChild('kind')?.toArray() ?? new Int32Array(0);
    const ids = found.getChild('id')?.toArray() ?? new Int32Array(0);
    const end = kinds.indexOf(1) < 0 ? kinds.length : kinds.indexOf(1);
    return { queries: ids.slice(0, end), passages: ids.slice(end) };
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
    return this.cancellable(this.exports, (signal) =>
      cleanedDownload(this.store, requests, onProgress, signal),
    );
  }

  /** Stops the oldest export that has not ended, also one that waits; it rejects with `ExportCancelledError`. */
  cancelExport(): void {
    cancelOldest(this.exports);
  }

  /** Fills the table `pairs` with the pairs of a run, without those of removed sources; what stood there goes. */
  fillPairs(pairs: FlatPairs): Promise<void> {
    return this.store.mirror.fill('pairs', [pairRows(pairs)]);
  }

  /**
   * Records as JSON lines of the plain format (`query_id`, `query`, `positive`, `negatives`), to be loaded like any file.
   * @throws UnknownSourceError for ids that have no text (any more)
   */
  madeFile(request: MadeSourceRequest): Promise<{ name: string; content: Blob }> {
    return this.inTurn(() => madeFile(this.store, request));
  }

  /**
   * Answers one SQL query over the tables and the macros of the gates (`store/tables.ts`). It can change nothing. One query at a
   * time for each asker: another one cancels it.
   * @throws QueryRefusedError where it is no query, or not a single one
   * @throws QuerySyntaxError with DuckDB's message and the place, also for names and values that DuckDB faults
   * @throws QueryCancelledError
   * @throws StoreFullError
   */
  query(sql: string, { limit, asker = 'page' }: QueryOptions): Promise<QueryAnswer> {
    return this.store.mirror.ask(asker, (connection, signal) => answerTo(connection, sql, limit, signal));
  }

  /** Ends the query that an asker asked last, also one that waits for its tables; its promise rejects with `QueryCancelledError`. */
  cancelQuery(asker: QueryAsker = 'page'): void {
    this.store.mirror.cancel(asker);
  }

  /**
   * All rows of one SQL query as CSV, asked for by the console.
   * @throws as `query`
   */
  saveQuery(sql: string): Promise<Blob> {
    return this.store.mirror.ask('console', (connection, signal) => csvOf(connection, sql, signal));
  }

  /** The records of a source, with their priorities under a seed: query texts need not cross for them. @throws UnknownSourceError */
  async structure(sourceId: number, seed: number): Promise<SeededStructure> {
    const { texts } = this.store;
    const { queries, positives, offsets, negatives, groups } = this.store.structure(sourceId);
    return moved({
      id: sourceId,
      queries: queries.slice(),
      positives: positives.slice(),
      offsets: offsets.slice(),
      negatives: negatives.slice(),
      priorities: recordPriorities(texts.queries.all(queries), seed),
      ...(groups.some((group) => group !== NONE) && {
        groups: Array.from(groups, (group) => texts.names.text(group)),
      }),
    });
  }

  /** @throws UnknownSourceError also where the source's file gives no embeddings */
  async embeddings(sourceId: number): Promise<SourceEmbeddings> {
    const { source, columns } = this.store.held(sourceId);
    const { embeddings } = columns;
    if (source.dimension === null || embeddings === null)
      throw unknownSource(`The source "${source.name}" with embeddings`);
    const rows = (of: readonly Float64Array[]) => joined(Float64Array, of);
    return moved({
      dimension: source.dimension,
      queries: rows(embeddings.map(({ query }) => query)),
      positives: rows(embeddings.map(({ positive }) => positive)),
      negatives: rows(embeddings.flatMap(({ negatives }) => negatives)),
    });
  }

  /** The file's own scores; null where not every text has one, or the source went. */
  async fileScores(sourceId: number): Promise<FileScores | null> {
    const held = this.store.sources.get(sourceId);
    const scores = held?.columns.scores;
    if (!scores || scores.positives.some(Number.isNaN)) return null;
    return moved({
      offsets: held.columns.offsets.slice(),
      positives: scores.positives.slice(),
      negatives: scores.negatives.slice(),
    });
  }

  /** @throws UnknownSourceError for an id that has no text (any more) */
  async queryTexts(ids: Int32Array): Promise<string[]> {
    return this.store.texts.queries.all(ids);
  }

  /** @throws UnknownSourceError for an id that has no text (any more) */
  async passageTexts(ids: Int32Array): Promise<string[]> {
    return this.store.texts.passages.all(ids);
  }

  /** Offers {@link CandidatesForEngine}, and nothing else, on a port whose other end goes to the engine worker. */
  connectEngine(port: MessagePort): void {
    expose(Object.fromEntries(FOR_ENGINE.map((name) => [name, this[name].bind(this)])), port);
  }

  /** Ends DuckDB's worker, when what was asked for is done. */
  close(): Promise<void> {
    return this.inTurn(() => this.store.mirror.close());
  }

  /** As {@link inTurn}, with a signal that ends the work, or keeps it from beginning. */
  private cancellable<Value>(
    unfinished: Set<AbortController>,
    work: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    return signalled(unfinished, (signal) => this.inTurn(() => work(signal)));
  }

  private inTurn<Value>(work: () => Value | Promise<Value>): Promise<Value> {
    return this.queue.run(async () => work());
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
