/** What the candidates worker is: a queue of files, the store behind it, and what the page and the engine may ask. */

import { transfer } from 'comlink';

import type { FlatPairs } from '../scoring/flat-pairs';
import type { PairPlaces } from '../scoring/pairs';
import { sha256OfStream } from '../hash';
import { SerialQueue } from '../serial-queue';
import { recordPriorities } from '../scoring/sampling';
import type { FilePlan } from './formats/plan';
import { Companions } from './records/companions';
import type { StoreLimits } from './store/capacity';
import type { DuckEngine } from './store/database';
import {
  EvaluationIndex,
  evaluationFound,
  evaluationIn,
  evaluationPairs,
  type ComparedSources,
} from './evaluation';
import { cleanedDownload } from './clean/download';
import { exportQuery } from './export-query';
import { unpack, type ArchivedFile } from './read/archive';
import { loadFile } from './load';
import { madeFile } from './made-file';
import { readLabels } from './marks/label-file';
import { LABELS_AT_ONCE } from './marks/labels';
import { overlapsOf, type SourceOverlaps } from './overlaps';
import type { MarkedPairs, PairKeys } from './marks/marks';
import { CandidateStore } from './store/store';
import type { Reject } from './candidate-record';
import type {
  FileScores,
  CandidatesForEngine,
  CandidatesForPage,
  CleanedDownload,
  CleanRequest,
  Excerpts,
  ExportProgress,
  MadeSourceRequest,
  PairText,
  QueryAnswer,
  QueryAsker,
  QueryOptions,
  RejectCount,
  RejectFilter,
  SeededStructure,
  SourceEmbeddings,
  TableFormat,
  TextMatches,
} from './api';
import type { CuredCheck, FoundEvaluation, LoadOutcome, LoadProgress } from './outcomes';
import type { LoadOptions } from './reading';

/**
 * What the candidates worker does. Files are read one after another, in the order in which they were given.
 * `connectEngine` is the worker's wiring.
 */
export class Candidates implements Omit<CandidatesForPage, 'connectEngine'>, CandidatesForEngine {
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

  async start(): Promise<void> {
    await (await this.opened()).duck();
  }

  load(file: File, options: LoadOptions, onProgress: (progress: LoadProgress) => void): Promise<LoadOutcome> {
    return this.cancellable(this.loads, (store, signal) =>
      loadFile({ store, companions: this.companions, signal, onProgress }, file, options),
    );
  }

  unpack(archive: File): Promise<ArchivedFile[]> {
    return signalled(this.unpackings, (signal) => unpack(archive, signal));
  }

  fileHash(file: File): Promise<string | null> {
    return sha256OfStream(file.stream()).catch(() => null);
  }

  cancelLoad(): void {
    cancelOldest(this.loads);
    for (const unpacking of this.unpackings) unpacking.abort();
  }

  remove(id: number): Promise<void> {
    return this.inTurn(async (store) => {
      if (this.companions.remove(id)) await store.rejects.drop(id);
      else await store.remove(id);
    });
  }

  rename(sourceId: number, name: string): Promise<string> {
    return this.inTurn((store) => store.rename(sourceId, name));
  }

  async rejects(
    filter: RejectFilter,
    range: { readonly offset: number; readonly limit: number },
  ): Promise<{ total: number; rejects: Reject[] }> {
    if (this.store === null) return { total: 0, rejects: [] };
    return (await this.opened()).rejects.find(filter, range);
  }

  async rejectCounts(): Promise<RejectCount[]> {
    if (this.store === null) return [];
    return (await this.opened()).rejects.counts();
  }

  async pairTexts(sourceId: number, records: Int32Array, positions: Int32Array): Promise<PairText[]> {
    return (await this.opened()).pairTexts(sourceId, records, positions);
  }

  async overlaps(sources: Parameters<CandidatesForPage['overlaps']>[0]): Promise<SourceOverlaps> {
    const store = await this.opened();
    const structures = [];
    for (const { id } of sources) structures.push(store.structure(id));
    return overlapsOf(
      structures,
      sources.map(({ setting }) => setting),
    );
  }

  async pairsFound(sourceId: number, check: CuredCheck): Promise<PairPlaces> {
    const store = await this.opened();
    if (check !== 'evaluation') return store.pairsFound(sourceId, check);
    const { index, compared } = await this.compared([sourceId]);
    return evaluationPairs(await evaluationIn(index, compared), store.structure(sourceId));
  }

  evaluation(sources: readonly number[]): Promise<FoundEvaluation[]> {
    if (this.companions.evaluations.size === 0) return Promise.resolve([]);
    return this.inTurn(async () => {
      const { index, compared } = await this.compared(sources);
      const places = await evaluationIn(index, compared);
      return Promise.all(
        compared.structures.map((structure) => evaluationFound(index, places, structure, compared)),
      );
    });
  }

  private async compared(sources: readonly number[]) {
    const store = await this.opened();
    const structures = [];
    for (const id of sources) structures.push(store.structure(id));
    const compared: ComparedSources = {
      structures,
      queryTexts: (ids) => store.queryTexts(ids),
      passageTexts: (ids) => store.passageTexts(ids),
    };
    return { index: new EvaluationIndex([...this.companions.evaluations.values()].flat()), compared };
  }

  async pairKeys(sourceId: number): Promise<PairKeys> {
    const keys = (await this.opened()).pairKeys(sourceId);
    return transfer(keys, [keys.offsets.buffer, keys.words.buffer]);
  }

  async passageKeys(queries: Int32Array, passages: Int32Array): Promise<Uint32Array> {
    const keys = (await this.opened()).passageKeys(queries, passages);
    return transfer(keys, [keys.buffer]);
  }

  fillMarks(marks: readonly MarkedPairs[]): Promise<void> {
    return this.inTurn((store) => store.fillMarks(marks));
  }

  async excerpts(queries: Int32Array, passages: Int32Array, characters: number | null): Promise<Excerpts> {
    return (await this.opened()).excerpts(queries, passages, characters);
  }

  async findTexts(text: string): Promise<TextMatches> {
    return (await this.opened()).findTexts(text);
  }

  async readLabels(file: File, receive: Parameters<CandidatesForPage['readLabels']>[1]): Promise<void> {
    const labels = await readLabels(file);
    for (let from = 0; from < labels.length; from += LABELS_AT_ONCE) {
      await receive(labels.slice(from, from + LABELS_AT_ONCE));
    }
  }

  exportCleaned(
    requests: readonly CleanRequest[],
    onProgress: (progress: ExportProgress) => void,
  ): Promise<CleanedDownload> {
    return this.cancellable(this.exports, (store, signal) =>
      cleanedDownload(store, requests, onProgress, signal),
    );
  }

  cancelExport(): void {
    cancelOldest(this.exports);
  }

  fillPairs(pairs: FlatPairs): Promise<void> {
    return this.inTurn((store) => store.fillPairs(pairs));
  }

  madeFile(request: MadeSourceRequest): Promise<{ name: string; content: Blob }> {
    return this.inTurn((store) => madeFile(store, request));
  }

  async query(sql: string, options: QueryOptions): Promise<QueryAnswer> {
    return (await (await this.opened()).duck()).queries[options.asker ?? 'page'].ask(sql, options);
  }

  async cancelQuery(asker: QueryAsker = 'page'): Promise<void> {
    await (await this.store)?.cancelQuery(asker);
  }

  async saveQuery(sql: string, format: TableFormat): Promise<Blob> {
    return exportQuery((await (await this.opened()).duck()).queries.console, sql, format);
  }

  /** What the engine may ask; the worker's wiring offers it on a port. */
  forEngine(): CandidatesForEngine {
    return {
      structure: (sourceId, seed) => this.structure(sourceId, seed),
      embeddings: (sourceId) => this.embeddings(sourceId),
      fileScores: (sourceId) => this.fileScores(sourceId),
      queryTexts: (ids) => this.queryTexts(ids),
      passageTexts: (ids) => this.passageTexts(ids),
      fillPairs: (pairs) => this.fillPairs(pairs),
      passageKeys: (queries, passages) => this.passageKeys(queries, passages),
    };
  }

  async structure(sourceId: number, seed: number): Promise<SeededStructure> {
    const store = await this.opened();
    const structure = store.structure(sourceId);
    const priorities = recordPriorities(await store.queryTexts(structure.queries), seed);
    const groups = await store.groups(sourceId);
    const [queries, positives] = [structure.queries.slice(), structure.positives.slice()];
    const [offsets, negatives] = [structure.offsets.slice(), structure.negatives.slice()];
    const given = { id: sourceId, queries, positives, offsets, negatives, priorities };
    return transfer({ ...given, ...(groups && { groups }) }, [
      queries.buffer,
      positives.buffer,
      offsets.buffer,
      negatives.buffer,
      priorities.buffer,
    ]);
  }

  async embeddings(sourceId: number): Promise<SourceEmbeddings> {
    const embeddings = await (await this.opened()).embeddings(sourceId);
    const { queries, positives, negatives } = embeddings;
    return transfer(embeddings, [queries.buffer, positives.buffer, negatives.buffer]);
  }

  async fileScores(sourceId: number): Promise<FileScores | null> {
    const scores = await (await this.opened()).scores(sourceId);
    return (
      scores && transfer(scores, [scores.offsets.buffer, scores.positives.buffer, scores.negatives.buffer])
    );
  }

  async queryTexts(ids: Int32Array): Promise<string[]> {
    return (await this.opened()).queryTexts(ids);
  }

  async passageTexts(ids: Int32Array): Promise<string[]> {
    return (await this.opened()).passageTexts(ids);
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

  private inTurn<Value>(work: (store: CandidateStore<FilePlan>) => Promise<Value>): Promise<Value> {
    return this.queue.run(async () => work(await this.opened()));
  }
}

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

function cancelOldest([oldest]: Iterable<AbortController>): void {
  oldest?.abort();
}
