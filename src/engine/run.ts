/** One run: from loaded sources to pair columns and matrices. */

import type { CandidatesForEngine, SeededStructure } from '../candidates/candidates';
import type { EmbeddingCache } from '../encoder/cache/embedding-cache';
import { KeyHasher } from '../encoder/cache/hasher';
import { Encoder } from '../encoder/encoder';
import type { DeviceReport, EncoderSurroundings } from '../encoder/types';
import { openGpu, type GpuHandle } from '../gpu/device';
import { fileFindings, type FileFindings } from '../scoring/file-findings';
import { KnownPositives } from '../scoring/findings';
import { blocksOf } from './blocks';
import { drawPassages } from './drawn-passages';
import { RunInputError } from './errors';
import type { FinishedRun, RankedRun } from './finished-run';
import { Lexicon } from './lexicon';
import { wholeRun } from './looks';
import { quiet, scoreBlocks, type PipelineOptions, type ScoredBlocks, type ScoringRun } from './pipeline';
import { Progress } from './progress';
import { makeRandomBaseline } from './random-baseline';
import type { CostSoFar } from './result';
import { readGivenVectors, sampledSources } from './run-sources';
import { onGpu, type OpenSummer } from './summer';
import type { Sums } from './sums';
import { Task } from './task';
import { NO_TEXTS, TextEmbeddings } from './text-embeddings';
import { now, secondsSince } from './time';
import type { RunProgress, RunRequest } from './types';

/** What the engine gives to a run. */
export interface RunSurroundings {
  readonly candidates: CandidatesForEngine;
  readonly encoders: EncoderSurroundings;
  readonly sums: Sums;
  readonly openCache: (encoder: Encoder) => Promise<EmbeddingCache>;
}

/** What is scored, wherever its vectors come from. */
type Scoring = Pick<PipelineOptions, 'whole' | 'blocks'>;

export class Run implements ScoringRun {
  readonly task = new Task((step, done, total) => this.progress.count(step, done, total));
  stopAsked = false;
  readonly lexicon = new Lexicon();
  files: readonly FileFindings[] = [];
  readonly progress: Progress;
  /** When it was asked for. */
  readonly begin = now();
  private readonly seconds = { lexical: 0, visit: 0 };

  constructor(
    readonly request: RunRequest,
    private readonly surroundings: RunSurroundings,
    onProgress: (progress: RunProgress) => void,
  ) {
    this.progress = new Progress(onProgress);
  }

  /** Stops scoring after the current block and keeps what was scored. */
  stop(): void {
    this.stopAsked = true;
  }

  /** @throws RunCancelledError, RunInputError, the errors of src/encoder/errors.ts, GpuUnavailableError */
  async execute(): Promise<FinishedRun> {
    const { request, lexicon, task, progress } = this;
    const { candidates, sums } = this.surroundings;
    const { seed, negatives } = request.settings;
    if (request.sources.length === 0) throw new RunInputError('No source is loaded. Choose files first.');
    // The encoder's workers start while texts are read.
    const opening = request.encoder
      ? quiet(Encoder.open({ ...request.encoder, device: request.device }, this.surroundings.encoders))
      : null;
    try {
      const structures = await this.readStructures();
      const sources = sampledSources(structures, request);
      progress.startStage();
      await lexicon.build(structures, candidates, seed, task, (done, total) =>
        progress.report('lexical', done, total),
      );
      this.seconds.lexical = progress.stageSeconds();
      const positives = new KnownPositives(structures);
      this.files = structures.map((structure) => fileFindings(structure, positives));
      const whole = wholeRun(sources, request);
      const scoring = { whole, blocks: blocksOf(sources, whole.looks) };
      let ranked: RankedRun;
      if (opening) {
        progress.startStage();
        progress.report('open', 0, 1);
        ranked = await this.rankEncoded(scoring, await task.orCancelled(opening));
      } else {
        await readGivenVectors(sources, structures, candidates, negatives);
        ranked = await this.rankGiven(scoring);
      }
      const base = Math.max(
        0,
        request.sources.findIndex(({ reference }) => reference),
      );
      const randomBaseline = await makeRandomBaseline(ranked.sources, base, lexicon, seed, task);
      const drawn = await drawPassages(ranked.sources, lexicon, task);
      const { files } = this;
      return { ...ranked, lexicon, sums, structures, positives, files, request, randomBaseline, drawn };
    } finally {
      // An encoder that is still opening is closed as soon as it is open.
      void opening?.then((encoder) => encoder.release()).catch(() => undefined);
    }
  }

  private async rankGiven(scoring: Scoring): Promise<RankedRun> {
    const { sums } = this.surroundings;
    const opening = this.request.device === 'webgpu' ? await openGpu('webgpu') : null;
    const gpu = opening?.status === 'open' ? opening.handle : null;
    const score = (open: OpenSummer) => this.score({ ...scoring, open, texts: null });
    const scored = await (gpu ? sums.onGpuElseWasm(gpu, this.task, score) : score(sums.onWasm));
    return {
      ...scored,
      encoder: null,
      device: givenDevice(gpu),
      cost: this.cost(null, null),
      cache: null,
    };
  }

  /**
   * A lost GPU is reopened once; after a second loss the run goes on with wasm. The run starts over; blocks encoded
   * on the same kind of device are in its cache.
   */
  private async rankEncoded(scoring: Scoring, encoder: Encoder): Promise<RankedRun> {
    for (let losses = 0; ; losses++) {
      const gpu = encoder.gpu;
      try {
        return await this.rankOnDevice(scoring, encoder);
      } catch (error) {
        const reason = this.task.isCancelled ? null : ((await gpu?.lossBehindFailure()) ?? null);
        if (reason === null) throw error;
        await encoder.replaceGpu(reason, losses === 0);
      }
    }
  }

  private async rankOnDevice(scoring: Scoring, encoder: Encoder): Promise<RankedRun> {
    const { sums, candidates, openCache } = this.surroundings;
    const cache = await openCache(encoder);
    this.progress.tellOf(cache);
    const texts = new TextEmbeddings({
      encoder,
      source: candidates,
      cache,
      hasher: await KeyHasher.create(),
      batchSize: this.request.settings.batch_size,
      task: this.task,
      onTexts: (count) => this.progress.texts(count),
    });
    for (const data of scoring.whole.sources) data.vectors = texts.vectorsOf(data);
    const open = encoder.gpu ? onGpu(encoder.gpu.device) : sums.onWasm;
    const scored = await this.score({ ...scoring, open, texts });
    return {
      ...scored,
      encoder: encoder.identity(cache.dimension),
      device: encoder.device,
      cost: this.cost(texts, cache),
      cache,
    };
  }

  private async score(options: PipelineOptions): Promise<ScoredBlocks> {
    const start = now();
    try {
      return await scoreBlocks(this, options);
    } finally {
      this.seconds.visit = secondsSince(start);
    }
  }

  private async readStructures(): Promise<SeededStructure[]> {
    this.progress.startStage();
    const structures: SeededStructure[] = [];
    for (const { id } of this.request.sources) {
      structures.push(await this.surroundings.candidates.structure(id, this.request.settings.seed));
      this.progress.report('read', structures.length, this.request.sources.length);
      await this.task.breathe();
    }
    return structures;
  }

  private cost(texts: TextEmbeddings | null, cache: EmbeddingCache | null): CostSoFar {
    return {
      ...(texts?.counts ?? NO_TEXTS),
      cache: cache?.report ?? { kind: 'memory', note: null },
      seconds: { ...this.seconds, encoder_busy: texts?.encoderBusy.seconds ?? 0 },
    };
  }
}

/** The device in the report where nothing is encoded: a GPU, if there is one, runs the kernels. */
function givenDevice(gpu: GpuHandle | null): DeviceReport {
  const reason = 'no encoder is run: the files give their embeddings';
  const without: DeviceReport = { kind: 'wasm', threads: 1, adapter: null, reason };
  if (!gpu) return without;
  const lost = gpu.lost();
  if (lost !== null) return { ...without, reason: `the GPU was lost during the run (${lost})` };
  return { kind: 'webgpu', threads: 1, adapter: gpu.adapter, reason: 'WebGPU: chosen by the user' };
}
