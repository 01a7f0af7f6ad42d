/** One run: from loaded sources to pair columns and matrices. */

import type { CandidatesForEngine, SeededStructure, SourceStructure } from '../candidates/api';
import type { EmbeddingCache } from '../encoder/cache/embedding-cache';
import { KeyHasher } from '../encoder/cache/hasher';
import { Encoder } from '../encoder/encoder';
import type { DeviceReport, EncoderGpu, EncoderSurroundings } from '../encoder/types';
import { openGpu, type GpuHandle } from '../gpu/device';
import { orBroken } from '../or-broken';
import type { CostSoFar } from './result';
import { fileFindings, type FileFindings } from '../scoring/file-findings';
import { KnownPositives } from '../scoring/findings';
import { now, secondsSince } from './time';
import { RunInputError } from './errors';
import type { FinishedRun, RankedRun } from './finished-run';
import { devicePooling } from './device-pooling';
import { Lexicon } from './lexicon';
import { Looks, looksOfRun } from './looks';
import { scoreBlocks, type PipelineOptions, type ScoredBlocks } from './pipeline';
import { Progress } from './progress';
import { readGivenVectors, sampledSources } from './run-sources';
import type { SourceData } from './source-data';
import { onGpu, type OpenSummer } from './summer';
import type { Sums } from './sums';
import { Task } from './task';
import { TextEmbeddings, type PreparedTexts } from './text-embeddings';
import { TextCache, type TextSource } from './text-cache';
import type { RunProgress, RunRequest } from './types';
import { blocksOf, type RecordPlace } from './blocks';
import { drawPassages } from './drawn-passages';
import { pairAuditOf } from './pair-audit';
import { makeRandomBaseline } from './random-baseline';

/** What the engine gives to a run. */
export interface RunSurroundings {
  readonly candidates: CandidatesForEngine;
  readonly encoders: EncoderSurroundings;
  readonly sums: Sums;
  openCache(encoder: Encoder): Promise<EmbeddingCache>;
}

export class Run {
  readonly task = new Task((step, done, total) => this.progress.count(step, done, total));
  private stopAsked = false;
  private readonly lexicon = new Lexicon();
  private files: readonly FileFindings[] = [];
  private readonly progress: Progress;
  /** When it was asked for. */
  readonly begin = now();
  private readonly seconds = { lexical: 0, visit: 0 };

  constructor(
    private readonly request: RunRequest,
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
    if (this.request.sources.length === 0) {
      throw new RunInputError('No source is loaded. Choose files first.');
    }
    // The encoder's workers start while texts are read.
    const opening = this.openEncoder();
    try {
      const structures = await this.readStructures();
      const { sources, indices } = sampledSources(structures, this.request);
      const { candidates } = this.surroundings;
      const encoded = opening ? sources.map(({ structure }) => structure) : [];
      const cache = new TextCache(candidates, encoded);
      await this.lexicalStage(structures, cache.keeping);
      const blocks = blocksOf(sources, looksOfRun(sources, this.request));
      const positives = new KnownPositives(structures);
      this.files = structures.map((structure) => fileFindings(structure, positives));
      if (opening === null) {
        const { negatives } = this.request.settings;
        await readGivenVectors(sources, structures, indices, candidates, negatives);
        return await this.finish(await this.rankGiven(sources, blocks), structures, positives);
      }
      this.progress.startStage();
      this.progress.report('open', 0, 1);
      const encoder = await this.task.orCancelled(opening, () => undefined);
      const ranked = await this.rankEncoded(sources, blocks, encoder, cache.giving);
      return await this.finish(ranked, structures, positives);
    } finally {
      // An encoder that is still opening is closed as soon as it is open.
      void opening?.then((encoder) => encoder.release()).catch(() => undefined);
    }
  }

  private async finish(
    ranked: RankedRun,
    structures: readonly SourceStructure[],
    positives: KnownPositives,
  ): Promise<FinishedRun> {
    const { lexicon, request, files, task } = this;
    const base = request.sources.findIndex(({ reference }) => reference);
    const { seed } = request.settings;
    const randomBaseline = await makeRandomBaseline(ranked.sources, Math.max(0, base), lexicon, seed, task);
    const drawn = await drawPassages(ranked.sources, lexicon, task);
    return {
      ...ranked,
      lexicon,
      sums: this.surroundings.sums,
      structures,
      positives,
      files,
      request,
      randomBaseline,
      drawn,
    };
  }

  /** Null where the files give the vectors. */
  private openEncoder(): Promise<Encoder> | null {
    const { encoder, device } = this.request;
    if (encoder === null) return null;
    const opening = Encoder.open({ ...encoder, device }, this.surroundings.encoders);
    // A failure is thrown where the encoder is awaited.
    opening.catch(() => undefined);
    return opening;
  }

  private async rankGiven(sources: SourceData[], blocks: RecordPlace[][]): Promise<RankedRun> {
    const { sums } = this.surroundings;
    const opening = this.request.device === 'webgpu' ? await openGpu('webgpu') : null;
    const gpu = opening?.status === 'open' ? opening.handle : null;
    const score = (open: OpenSummer) => this.score(sources, blocks, { open, texts: null });
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
  private async rankEncoded(
    sources: SourceData[],
    blocks: RecordPlace[][],
    encoder: Encoder,
    source: TextSource,
  ): Promise<RankedRun> {
    for (let losses = 0; ; losses++) {
      const gpu = encoder.gpu;
      try {
        return await this.rankOnDevice(sources, blocks, encoder, source);
      } catch (error) {
        const reason = this.task.isCancelled ? null : ((await gpu?.lossBehindFailure()) ?? null);
        if (reason === null) throw error;
        if (losses === 0) await encoder.reopenGpu(reason);
        else await encoder.moveToWasm(reason);
      }
    }
  }

  private async rankOnDevice(
    sources: SourceData[],
    blocks: RecordPlace[][],
    encoder: Encoder,
    source: TextSource,
  ): Promise<RankedRun> {
    const cache = await this.surroundings.openCache(encoder);
    this.progress.tellOf(cache);
    const texts = this.openTexts(encoder, cache, await KeyHasher.create(), source);
    for (const data of sources) data.vectors = texts.vectorsOf(data);
    const scored = await (encoder.gpu
      ? this.scoreOnGpu(sources, blocks, encoder, encoder.gpu, cache.dimension, texts)
      : this.score(sources, blocks, { open: this.surroundings.sums.onWasm, texts }));
    return {
      ...scored,
      encoder: encoder.identity(cache.dimension),
      device: encoder.device,
      cost: this.cost(texts, cache),
      cache,
    };
  }

  /** @param known length of the vectors in the cache; 0 where it is empty */
  private async scoreOnGpu(
    sources: SourceData[],
    blocks: RecordPlace[][],
    encoder: Encoder,
    { device, whenLost }: EncoderGpu,
    known: number,
    texts: TextEmbeddings,
  ): Promise<ScoredBlocks> {
    const dimension = known || (await encoder.dimension());
    const pooling = await devicePooling(encoder, device, dimension, this.request.settings.batch_size);
    const orLost = orBroken(whenLost);
    const encode = (block: PreparedTexts) => orLost(texts.encodeOnDevice(block, pooling.encode));
    try {
      return await this.score(sources, blocks, { open: onGpu(device), texts, encode });
    } finally {
      pooling.destroy();
    }
  }

  private openTexts(
    encoder: Encoder,
    cache: EmbeddingCache,
    hasher: KeyHasher,
    source: TextSource,
  ): TextEmbeddings {
    return new TextEmbeddings({
      encoder,
      source,
      cache,
      hasher,
      batchSize: this.request.settings.batch_size,
      task: this.task,
      onTexts: (count) => this.progress.texts(count),
    });
  }

  private async score(
    sources: readonly SourceData[],
    blocks: readonly RecordPlace[][],
    { texts, ...where }: Pick<PipelineOptions, 'open' | 'texts'> & Partial<Pick<PipelineOptions, 'encode'>>,
  ): Promise<ScoredBlocks> {
    const { task, progress, lexicon, request } = this;
    const { settings, stop } = request;
    const looks = new Looks(sources, blocks, request, this.files);
    const settingOf = request.sources.map(({ setting }) => setting);
    const audit = async (part: readonly SourceData[]) =>
      pairAuditOf(part, await drawPassages(part, lexicon, task), settingOf, looks.count);
    const cover = (source: SourceData, records: readonly number[]) => lexicon.cover(source, records, task);
    const start = now();
    try {
      return await scoreBlocks({
        sources,
        blocks,
        encode: async (block) => texts?.encode(block),
        ...where,
        texts,
        settings,
        task,
        progress,
        cover,
        looks,
        audit,
        stop: stop.rule,
        isStopAsked: () => this.stopAsked,
      });
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

  private async lexicalStage(structures: SourceStructure[], texts: TextSource): Promise<void> {
    this.progress.startStage();
    const { seed } = this.request.settings;
    await this.lexicon.build(structures, texts, seed, this.task, (done, total) =>
      this.progress.report('lexical', done, total),
    );
    this.seconds.lexical = this.progress.stageSeconds();
  }

  private cost(texts: TextEmbeddings | null, cache: EmbeddingCache | null): CostSoFar {
    return {
      texts: texts?.counts.texts ?? 0,
      cached_texts: texts?.counts.cachedTexts ?? 0,
      encodes: texts?.counts.encodes ?? 0,
      tokens: texts?.counts.tokens ?? 0,
      padded_tokens: texts?.counts.paddedTokens ?? 0,
      cache: cache?.report ?? { kind: 'memory', note: null },
      seconds: {
        ...this.seconds,
        encoder_busy: texts?.encoderBusy.seconds ?? 0,
      },
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
