/** The engine worker's class: what the page can ask for. */

import { transfer } from 'comlink';

import type { CandidatesForEngine } from '../candidates/api';
import { overlapsOf } from '../candidates/overlaps';
import { cacheSize, clearCaches, type CacheSize } from '../encoder/cache/cache-files';
import { EmbeddingCache, type HandedOver } from '../encoder/cache/embedding-cache';
import type { Encoder } from '../encoder/encoder';
import { openGpu } from '../gpu/device';
import type { JudgingOrder } from '../judge/figures';
import type { Certainty, RunResult, SourceResult, MatrixFigures, RandomBaseline } from './result';
import { auditStatisticsOf } from '../scoring/audit';
import type { FileFindings } from '../scoring/file-findings';
import type { FindingColumns } from '../scoring/findings';
import type { FlatPairs } from '../scoring/flat-pairs';
import type { Limit } from '../scoring/limits';
import { scorePerDimension } from '../scoring/logdet';
import type { PairPlaces } from '../scoring/pairs';
import { FIRST_PAIRS, pairRows } from '../scoring/statistics';
import { type Gating, WEIGHTING_IDS } from '../scoring/weightings';
import { certaintyOf } from './certainty';
import { cleanedRun } from './cleaned';
import { EmbeddingsClearedError, NothingRankedError, RunInputError } from './errors';
import { RunFindings } from './findings';
import { flatPairsOf } from './flat-pairs';
import { judgingOf } from './judging';
import { gatedSourceOf } from './last-for';
import { droppedBy, limitsOf, type LimitInputs } from './limits';
import { pairAuditOf } from './pair-audit';
import { askedPairs } from './pairs-asked';
import { rankedSource, type FinishedRun } from './finished-run';
import { Run } from './run';
import { idsIn, vectorsOf, type SourceData } from './source-data';
import type { SourceShortcut } from '../shortcuts/shortcuts';
import { shortcutsOf } from './shortcuts';
import { sumsInWords } from './large';
import { Sums } from './sums';
import { sumMissing, type SummedMatrices } from './summed-matrices';
import { type Task, Tasks } from './task';
import { secondsSince } from './time';
import type {
  AskedPairs,
  CertaintyRequest,
  CleanedFigures,
  CleanedRequest,
  EngineForPage,
  FollowUp,
  LimitRequest,
  LimitScores,
  RescoreScope,
  RunProgress,
  RunRequest,
  ShownFigures,
  SourceLimits,
  SumProgress,
  WeighedToken,
} from './types';
import { randomBaselineFigures } from './random-baseline';
import type { WorkerEnd } from '../worker';

/** `connectCandidates` is left to workers/engine.ts; the class takes the connection. */
export class Engine implements Omit<EngineForPage, 'connectCandidates'> {
  private candidates: CandidatesForEngine | null = null;
  private running: Run | null = null;
  private finished: FinishedRun | null = null;
  /** Work on the finished run. */
  readonly tasks = new Tasks<FollowUp>();
  private findings: RunFindings | null = null;
  /** All pairs with these findings, built once and copied to who asks: about 80 bytes a pair. */
  private flat: { readonly of: RunFindings['columns']; readonly pairs: FlatPairs } | null = null;
  /** The random baseline as summed last. */
  private baseline: RandomBaseline | null = null;
  /** The findings that the table `pairs` holds or is being filled with. */
  private filled: { readonly columns: RunFindings['columns']; readonly done: Promise<void> } | null = null;
  private readonly sums: Sums;
  /** The open cache: of the finished run, or of the one under way. */
  private cache: EmbeddingCache | null = null;
  private keepsEmbeddings = false;

  /**
   * @param modelBase address of `models/`, with a slash at the end
   * @param startEncoderWorker gives a fresh worker that offers an `EncoderWorkerApi`
   * @param loadSums gives information.wasm, compiled; null: sums are made in JavaScript
   */
  constructor(
    private readonly modelBase: URL,
    private readonly startEncoderWorker: () => WorkerEnd,
    loadSums: (() => Promise<WebAssembly.Module>) | null = null,
  ) {
    this.sums = new Sums(loadSums);
  }

  setCandidates(candidates: CandidatesForEngine): void {
    this.candidates = candidates;
  }

  async run(request: RunRequest, onProgress: (progress: RunProgress) => void): Promise<RunResult> {
    const { modelBase, startEncoderWorker } = this;
    const candidates = this.connectedCandidates();
    this.cancelRun();
    this.tasks.cancelAll();
    const openCache = (encoder: Encoder) => this.openCache(encoder);
    const encoders = { base: modelBase, openGpu, startWorker: startEncoderWorker };
    const run = new Run(request, { candidates, encoders, sums: this.sums, openCache }, onProgress);
    this.running = run;
    try {
      const finished = await run.execute();
      const findings = await RunFindings.of(finished, run.task);
      const result = await resultOf(finished, findings, request, run);
      // Only once the result is whole: until then the page shows the run before.
      this.finished = finished;
      this.findings = findings;
      this.flat = null;
      this.baseline = result.random_baseline;
      return result;
    } finally {
      if (this.running === run) this.running = null;
    }
  }

  cancelRun(): void {
    this.running?.task.cancel();
  }

  stopRun(): void {
    this.running?.stop();
  }

  /** Whether the user agrees to keep embeddings on disk. At first nobody does. */
  async keepEmbeddings(agreed: boolean): Promise<void> {
    this.keepsEmbeddings = agreed;
    if (agreed) await this.cache?.keep();
    else this.cache?.keepNoMore();
  }

  takeEmbeddings(namespace: string, embeddings: HandedOver): boolean {
    return this.cache?.namespace === namespace && this.cache.takeOver(embeddings);
  }

  /** @throws where the browser has no private file system */
  async cacheSize(): Promise<CacheSize> {
    this.cache?.flush();
    return cacheSize();
  }

  /** Clears every stored embedding. The ranking on the page stays; log-dets at another τ need a new run. */
  async clearCache(): Promise<void> {
    if (this.running) throw new RunInputError('Embeddings are being written. Cancel the run first.');
    this.tasks.cancelAll();
    this.cache?.close();
    this.cache = null;
    await clearCaches();
  }

  /** Opens the cache of an encoder. Only one is open at a time; a run with the same encoder reuses it. */
  private async openCache(encoder: Encoder): Promise<EmbeddingCache> {
    const namespace = await encoder.cacheNamespace();
    if (this.cache?.namespace !== namespace) {
      this.cache?.close();
      this.cache = await EmbeddingCache.open(namespace, this.keepsEmbeddings);
    } else this.cache.refresh();
    return this.cache;
  }

  recompute(request: Gating): SourceResult[] {
    return sourceResults(this.lastRun(), request);
  }

  async rescore(
    request: Gating,
    scope: RescoreScope,
    onProgress: (progress: SumProgress) => void,
  ): Promise<SourceResult[]> {
    const finished = this.keptRun();
    const task = this.tasks.begin('rescore');
    const ids = scope === 'chosen' ? [request.weighting] : WEIGHTING_IDS;
    const summed = await sumMissing(finished, request.tau, ids, task, onProgress);
    finished.matrices.forEach((held, s) => held.keep(request.tau, request.weighting, summed[s] ?? {}));
    return this.recompute(request);
  }

  preview(request: CertaintyRequest): ShownFigures {
    const run = this.lastRun();
    // They were for the settings before, and a figure that follows a hand would wait for them.
    for (const settling of ['rescore', 'baseline'] as const) this.tasks.cancel(settling);
    const sources = run.sources.map((source, s) => {
      const matrices = run.matrices[s] as SummedMatrices;
      const result = sourceResult(source, matrices, request);
      const { trace } = result.figures;
      const summed = matrices.known(request.weighting);
      // A weighting that was never summed has no gap yet; that of another one may be far off.
      const eci = summed ? estimatedScore(trace, summed) : trace;
      return { ...result, figures: { ...result.figures, eci } };
    });
    const random_baseline = this.baseline && estimatedBaseline(this.baseline, run, request);
    return { sources, certainty: certaintyOf(run, request, scoresOf(sources)), random_baseline };
  }

  certainty(request: CertaintyRequest): Certainty {
    return certaintyOf(this.lastRun(), request, scoresOf(this.recompute(request)));
  }

  async randomBaseline(request: Gating): Promise<RandomBaseline | null> {
    const { cache } = this.lastRun();
    if (cache !== null && cache !== this.cache) throw new EmbeddingsClearedError();
    this.baseline = await randomBaselineOf(this.lastRun(), request, this.tasks.begin('baseline'));
    return this.baseline;
  }

  async cleaned(
    request: CleanedRequest,
    onProgress: (progress: SumProgress) => void,
  ): Promise<CleanedFigures> {
    const task = this.tasks.begin(request.asker);
    const kept = this.keptRun();
    const run = await cleanedRun(kept, request.removed, request, task, onProgress);
    if (run.sources.length === 0) return { sources: [], certainty: null };
    const sources = sourceResults(run, request);
    const settings = run.places.map((s) => request.settings[s] ?? '');
    const references = run.places.map((s) => request.references[s] ?? false);
    const judged = { ...request, settings, references };
    return { sources, certainty: certaintyOf(run, judged, scoresOf(sources)) };
  }

  cancel(work: FollowUp): void {
    this.tasks.cancel(work);
  }

  weighTokens(text: string): WeighedToken[] {
    return this.lastRun().lexicon.weigh(text);
  }

  askedPairs(pairs: PairPlaces, tau: number): AskedPairs {
    const run = this.lastRun();
    const source = rankedSource(run, pairs.source);
    const found = this.foundPairs().columns[run.sources.indexOf(source)] as FindingColumns;
    const asked = askedPairs(source, found, pairs, tau);
    return transfer(
      asked,
      Object.values(asked).map(({ buffer }) => buffer),
    );
  }

  flatPairs(): FlatPairs {
    const findings = this.foundPairs();
    if (this.flat?.of !== findings.columns) {
      this.flat = { of: findings.columns, pairs: flatPairsOf(this.lastRun(), findings) };
    }
    return this.flat.pairs;
  }

  judging(seed: number, removed: readonly PairPlaces[] = []): Promise<JudgingOrder> {
    return judgingOf(this.lastRun(), this.flatPairs(), this.connectedCandidates(), seed, removed);
  }

  shortcuts(onShare: (share: number) => void): Promise<SourceShortcut[]> {
    return shortcutsOf(this.lastRun(), this.connectedCandidates(), this.tasks.begin('shortcuts'), onShare);
  }

  async limits({ scores, ...request }: LimitRequest): Promise<SourceLimits[]> {
    const run = this.lastRun();
    return limitsOf(run.sources, request, await this.limitInputs(run, scores));
  }

  async droppedBy(limit: Limit, scores: LimitScores): Promise<PairPlaces[]> {
    const run = this.lastRun();
    return droppedBy(run.sources, limit, await this.limitInputs(run, scores));
  }

  private async limitInputs({ sources }: FinishedRun, scores: LimitScores): Promise<LimitInputs> {
    const { overlaps } = this.foundPairs();
    if (scores === 'encoder') return { overlaps, given: null };
    const candidates = this.connectedCandidates();
    return { overlaps, given: await Promise.all(sources.map(({ id }) => candidates.fileScores(id))) };
  }

  async fillPairs(): Promise<void> {
    const columns = this.findings?.columns;
    if (!columns || !this.candidates) return;
    if (this.filled?.columns !== columns) {
      const done = this.candidates.fillPairs(this.flatPairs());
      this.filled = { columns, done };
      done.catch(() => (this.filled = null));
    }
    await this.filled.done;
  }

  private foundPairs(): RunFindings {
    if (!this.findings) throw new NothingRankedError();
    return this.findings;
  }

  /** @throws RunInputError */
  connectedCandidates(): CandidatesForEngine {
    if (!this.candidates) throw new RunInputError('The candidates worker is not connected. Reload the page.');
    return this.candidates;
  }

  /**
   * The last run, where its vectors are still there. @throws NothingRankedError, EmbeddingsClearedError,
   * RunInputError
   */
  keptRun(): FinishedRun {
    if (this.running) throw new RunInputError('A run is under way: its figures come with it.');
    const finished = this.lastRun();
    if (finished.cache !== null && finished.cache !== this.cache) throw new EmbeddingsClearedError();
    return finished;
  }

  /** @throws NothingRankedError */
  lastRun(): FinishedRun {
    if (!this.finished) throw new NothingRankedError();
    return this.finished;
  }
}

/** What a result is made of. Merged shards have it too. */
export type ResultRun = Omit<FinishedRun, 'blocks' | 'cache' | 'lexicon' | 'positives'> & {
  readonly lexicon: Pick<FinishedRun['lexicon'], 'corpus'>;
};

/** @throws RunCancelledError */
export async function resultOf(
  finished: ResultRun,
  findings: RunFindings,
  { settings, stop, sources: asked }: RunRequest,
  { task, begin }: Pick<Run, 'task' | 'begin'>,
): Promise<RunResult> {
  const sources = sourceResults(finished, settings);
  const groups = asked.map(({ setting }) => setting);
  const references = asked.map(({ reference }) => reference);
  const judged = { ...settings, settings: groups, references };
  const baseline = await randomBaselineOf(finished, settings, task);
  return {
    settings,
    stop: { ...stop, ended: endOf(finished) },
    encoder: finished.encoder,
    device: { ...finished.device, reason: `${finished.device.reason}; ${sumsInWords(finished.device)}` },
    idf_corpus: finished.lexicon.corpus,
    sources,
    certainty: certaintyOf(finished, judged, scoresOf(sources)),
    random_baseline: baseline,
    findings: findings.summary,
    overlap: overlapsOf(finished.structures, groups),
    pair_audit: pairAuditOf(finished.sources, finished.drawn, groups, finished.looks),
    file_findings: finished.sources.map(({ id }, s) => ({
      source: id,
      ...(finished.files[s] as FileFindings),
    })),
    cost: { ...finished.cost, seconds: { ...finished.cost.seconds, total: secondsSince(begin) } },
  };
}

function endOf({ stopped }: Pick<FinishedRun, 'stopped'>): RunResult['stop']['ended'] {
  if (stopped === null) return 'all-records';
  return stopped.byUser ? 'by-user' : 'order-certain';
}

async function randomBaselineOf(
  {
    randomBaseline,
    sources,
    device,
    sums,
  }: Pick<FinishedRun, 'randomBaseline' | 'sources' | 'device' | 'sums'>,
  request: Gating,
  task: Task,
): Promise<RandomBaseline | null> {
  if (randomBaseline === null) return null;
  const base = sources.find(({ id }) => id === randomBaseline.source.id);
  return sums.onDevice(device, task, (open) =>
    randomBaselineFigures(randomBaseline, base?.name ?? '', request, open, task),
  );
}

/** ECI is the trace less a small gap (paper, Section "Linear Regime"): the gap is taken to be the same part of it as before. */
function estimatedScore(trace: number, summed: Pick<MatrixFigures, 'eci' | 'trace'>): number {
  return summed.trace > 0 ? (trace * summed.eci) / summed.trace : 0;
}

function estimatedBaseline(
  summed: RandomBaseline,
  { randomBaseline }: FinishedRun,
  gating: Gating,
): RandomBaseline | null {
  if (randomBaseline === null) return null;
  const { statistics } = gatedSourceOf(randomBaseline.source.columns, gating);
  const { trace } = statistics;
  return { ...summed, ...auditStatisticsOf(statistics), trace, eci: estimatedScore(trace, summed) };
}

function scoresOf(sources: readonly SourceResult[]): number[] {
  return sources.map(({ figures }) => figures.eci);
}

/** All figures of all sources under a temperature and weighting. Log-dets are those summed last. */
function sourceResults(
  { sources, matrices }: Pick<FinishedRun, 'sources' | 'matrices'>,
  gating: Gating,
): SourceResult[] {
  return sources.map((source, s) => sourceResult(source, matrices[s] as SummedMatrices, gating));
}

function sourceResult(source: SourceData, matrices: SummedMatrices, gating: Gating): SourceResult {
  const { pairs, statistics, histograms } = gatedSourceOf(source.columns, gating);
  const { eci, lambda_max } = matrices.latest(gating.weighting);
  const weightings = matrices.at(gating.tau);
  const { dimension } = vectorsOf(source);
  return {
    id: source.id,
    name: source.name,
    figures: {
      ...statistics,
      queries: idsIn(source.structure.queries).size,
      units: idsIn(source.units).size,
      dimension,
      trace: weightings[gating.weighting]?.trace ?? statistics.trace,
      eci,
      eci_per_dim: scorePerDimension(eci, dimension),
      lambda_max,
      weightings,
      first_pairs: pairRows(pairs, FIRST_PAIRS),
    },
    histograms,
  };
}
