/** The engine worker's class: what the page can ask for. */

import type { CandidatesForEngine } from '../candidates/candidates';
import { overlapsOf } from '../candidates/overlaps';
import { clearCaches } from '../encoder/cache/cache-files';
import { EmbeddingCache } from '../encoder/cache/embedding-cache';
import type { Encoder } from '../encoder/encoder';
import type { EncoderSurroundings } from '../encoder/types';
import type { JudgingOrder } from '../judge/figures';
import type { FileFindings } from '../scoring/findings';
import type { FlatPairs } from '../scoring/flat-pairs';
import type { PairPlaces } from '../scoring/pairs';
import { WEIGHTING_IDS } from '../scoring/weightings';
import type { SourceShortcut } from '../shortcuts/shortcuts';
import type { WorkerEnd } from '../worker';
import { cleanedRun } from './cleaned';
import { EmbeddingsClearedError, NothingRankedError, RunInputError } from './errors';
import { judgedAsAsked, shownFigures, sourceFigures } from './figures';
import type { FinishedRun } from './finished-run';
import { flatPairsOf, spreadCosines, type SpreadCosines } from './flat-pairs';
import { judgingOf } from './judging';
import { sumsInWords } from './large';
import { pairAuditOf } from './pair-audit';
import type { RunResult } from './result';
import { Run } from './run';
import { shortcutsOf } from './shortcuts';
import { remembered } from './source-data';
import { sumMissing } from './summed-matrices';
import { Sums } from './sums';
import { Tasks } from './task';
import type {
  CertaintyRequest,
  CleanedRequest,
  FollowUp,
  PartFigures,
  RunProgress,
  RunRequest,
  ShownFigures,
  SumProgress,
  WeighedToken,
} from './types';

/** Work on the last run throws NothingRankedError before there is one. */
export type EngineForPage = Omit<
  Engine,
  'setCandidates' | 'tasks' | 'connectedCandidates' | 'keptRun' | 'lastRun'
> & {
  connectCandidates(port: MessagePort): void;
};

/** All pairs of a run, built once and copied to who asks: about 80 bytes a pair. */
const flatOf = remembered(flatPairsOf);

export class Engine {
  private candidates: CandidatesForEngine | null = null;
  private running: Run | null = null;
  private ranked: FinishedRun | null = null;
  /** Done once the table `pairs` of a DuckDB holds those of the last run. */
  private filled: { duck: number; done: Promise<void> } | null = null;
  /** Work on the last run. */
  readonly tasks = new Tasks<FollowUp>();
  private readonly sums: Sums;
  private readonly encoders: EncoderSurroundings;
  /** Of the last run, or of the one under way. */
  private cache: EmbeddingCache | null = null;
  private keepsEmbeddings = false;

  /**
   * @param modelBase address of `models/`, with a slash at the end
   * @param loadSums gives information.wasm, compiled; null: sums are made in JavaScript
   */
  constructor(
    modelBase: URL,
    startWorker: () => WorkerEnd,
    loadSums: (() => Promise<WebAssembly.Module>) | null = null,
  ) {
    this.sums = new Sums(loadSums);
    this.encoders = { base: modelBase, startWorker, known: new Map(), failed: new Map() };
  }

  setCandidates(candidates: CandidatesForEngine): void {
    this.candidates = candidates;
  }

  /** Encodes what is new and scores everything. @throws RunCancelledError, and what a {@link Run} throws */
  async run(request: RunRequest, onProgress: (progress: RunProgress) => void): Promise<RunResult> {
    const { encoders, sums } = this;
    const candidates = this.connectedCandidates();
    this.cancelRun();
    this.tasks.cancelAll();
    const openCache = (encoder: Encoder) => this.openCache(encoder);
    const run = new Run(request, { candidates, encoders, sums, openCache }, onProgress);
    this.running = run;
    try {
      const finished = await run.execute();
      const result = resultOf(finished);
      // Until here the page shows the run before.
      this.ranked = finished;
      this.filled = null;
      return result;
    } finally {
      if (this.running === run) this.running = null;
    }
  }

  cancelRun(): void {
    this.running?.task.cancel();
  }

  /** Ends the run once every source has a score, after the current block: it resolves with those records. */
  stopRun(): void {
    this.running?.stop();
  }

  /** Whether the user agrees to keep embeddings on disk: without it they stay in memory. */
  async keepEmbeddings(agreed: boolean): Promise<void> {
    this.keepsEmbeddings = agreed;
    if (agreed) await this.cache?.keep();
    else this.cache?.keepNoMore();
  }

  /** The ranking stays; log-dets at another τ need a new run. @throws RunInputError during a run */
  async clearCache(): Promise<void> {
    if (this.running) throw new RunInputError('Embeddings are being written. Cancel the run first.');
    this.tasks.cancelAll();
    await this.cache?.close();
    this.cache = null;
    await clearCaches();
  }

  /** Only one is open at a time; a run with the same encoder reuses it. */
  private async openCache(encoder: Encoder): Promise<EmbeddingCache> {
    const namespace = await encoder.cacheNamespace();
    if (this.cache?.namespace !== namespace) {
      await this.cache?.close();
      this.cache = await EmbeddingCache.open(namespace, this.keepsEmbeddings);
    } else await this.cache.refresh();
    return this.cache;
  }

  /**
   * All figures under another τ, weighting or references, at once: they follow a hand. Log-dets that are not summed there are
   * estimated from traces. A {@link settle} under way is cancelled.
   */
  preview(request: CertaintyRequest): ShownFigures {
    this.tasks.cancel('settle');
    return shownFigures(this.lastRun(), request);
  }

  /** What a preview stands for, summed where it is missing. @throws EmbeddingsClearedError, RunCancelledError */
  async settle(
    request: CertaintyRequest,
    scope: 'chosen' | 'all',
    onProgress: (progress: SumProgress) => void,
  ): Promise<ShownFigures> {
    const run = this.keptRun();
    const task = this.tasks.begin('settle');
    const ids = scope === 'chosen' ? [request.weighting] : WEIGHTING_IDS;
    await sumMissing(run, request.tau, ids, task, onProgress);
    if (run.random) await sumMissing({ ...run, ...run.random }, request.tau, [request.weighting], task);
    return shownFigures(run, request);
  }

  /** As if some pairs were not in the files. @throws EmbeddingsClearedError, RunInputError, RunCancelledError */
  async cleaned(request: CleanedRequest, onProgress: (progress: SumProgress) => void): Promise<PartFigures> {
    const task = this.tasks.begin('cleaned');
    const run = await cleanedRun(this.keptRun(), request, task, onProgress);
    return run.sources.length === 0 ? { sources: [], certainty: null } : sourceFigures(run, run);
  }

  cancel(work: FollowUp): void {
    this.tasks.cancel(work);
  }

  /** The distinct tokens of a text with their idf in the last run. */
  weighTokens(text: string): WeighedToken[] {
    return this.lastRun().lexicon.weigh(text);
  }

  flatPairs(): FlatPairs {
    return flatOf(this.lastRun());
  }

  spreadCosines(most: number): SpreadCosines {
    return spreadCosines(this.flatPairs(), most);
  }

  judging(seed: number, removed: readonly PairPlaces[] = []): Promise<JudgingOrder> {
    return judgingOf(this.lastRun(), this.flatPairs(), this.connectedCandidates(), seed, removed);
  }

  shortcuts(onShare: (share: number) => void): Promise<SourceShortcut[]> {
    return shortcutsOf(this.lastRun(), this.connectedCandidates(), this.tasks.begin('shortcuts'), onShare);
  }

  /** Into the candidates' table `pairs`, for SQL. @throws UnknownSourceError where a ranked source was removed since */
  async fillPairs(): Promise<void> {
    if (!this.ranked) return;
    const candidates = this.connectedCandidates();
    const duck = await candidates.start();
    if (this.filled?.duck !== duck) this.filled = { duck, done: candidates.fillPairs(flatOf(this.ranked)) };
    await this.filled.done.catch((error: unknown) => {
      this.filled = null;
      throw error;
    });
  }

  /** @throws RunInputError */
  connectedCandidates(): CandidatesForEngine {
    if (!this.candidates) throw new RunInputError('The candidates worker is not connected. Reload the page.');
    return this.candidates;
  }

  /** The last run, where its vectors are still there. @throws NothingRankedError, EmbeddingsClearedError, RunInputError */
  keptRun(): FinishedRun {
    if (this.running) throw new RunInputError('A run is under way: its figures come with it.');
    const run = this.lastRun();
    if (run.cache !== null && run.cache !== this.cache) throw new EmbeddingsClearedError();
    return run;
  }

  /** @throws NothingRankedError */
  lastRun(): FinishedRun {
    if (!this.ranked) throw new NothingRankedError();
    return this.ranked;
  }
}

/** Of a run, or of merged shards. */
export function resultOf(run: Omit<FinishedRun, 'cache'>): RunResult {
  const { request, sources, structures, stopped, encoder, device, lexicon, files, cost } = run;
  const asked = judgedAsAsked(request);
  const ended = stopped?.byUser ? 'by-user' : 'order-certain';
  return {
    ...shownFigures(run, asked),
    settings: request.settings,
    stop: { ...request.stop, ended: stopped === null ? 'all-records' : ended },
    encoder,
    device: { ...device, reason: `${device.reason}; ${sumsInWords(device)}` },
    idf_corpus: lexicon.corpus,
    findings: run.findings.counts,
    overlap: overlapsOf(structures, asked.settings),
    pair_audit: pairAuditOf(sources, run.drawn, asked.settings, run.looks),
    file_findings: Object.fromEntries(sources.map(({ id }, s) => [id, files[s] as FileFindings])),
    cost,
  };
}
