/** One run: from loaded sources to pair columns and matrices (DESIGN.md, "The way of the data"). */

import type { CandidatesForEngine, SourceStructure } from '../candidates/types';
import type { EmbeddingCache } from '../encoder/cache/embedding-cache';
import { KeyHasher } from '../encoder/cache/hasher';
import { Encoder } from '../encoder/encoder';
import type { DeviceReport, EncoderIdentity } from '../encoder/types';
import { openGpu, type GpuHandle } from '../gpu/device';
import type { IdfCorpusFigures, RunCost } from '../report/types';
import { float64Accumulator, gpuAccumulator, type BlockAccumulator } from './accumulator';
import { RunInputError } from './errors';
import { readGivenVectors } from './given';
import { Lexicon } from './lexicon';
import { paceOf } from './pace';
import { emptyColumns, selectRecords, type SourceData } from './source-data';
import { completeMatrices, ScorePacer, SourceSums, type Matrices } from './source-sums';
import { Task } from './task';
import { TextEmbeddings, type PreparedTexts } from './text-embeddings';
import type { RunningScore, RunProgress, RunRequest, RunStage } from './types';
import { countTexts, fillGeometry, recordsOf, textsOfBlock, visitBlocks, type Visit } from './visit';
import { recordPriorities, sampleRecords } from '../scoring/sampling';

/** Most of the visit's time that may go into running log-dets. */
const RUNNING_SHARE = 0.01;

/** What a finished run leaves: enough for every figure under another τ or weighting. */
export interface FinishedRun {
  readonly sources: readonly SourceData[];
  readonly blocks: readonly (readonly Visit[])[];
  readonly matrices: readonly Matrices[];
  readonly encoder: EncoderIdentity | null;
  readonly device: DeviceReport;
  readonly idf: IdfCorpusFigures;
  readonly cost: RunCost;
  /** The cache that the vectors are read from; null where the files give them. */
  readonly cache: EmbeddingCache | null;
}

/** What a run is given by the engine. */
export interface RunSurroundings {
  readonly candidates: CandidatesForEngine;
  /** Address of `models/`. */
  readonly modelBase: URL;
  openCache(encoder: Encoder): Promise<EmbeddingCache>;
}

export class Run {
  readonly task = new Task();
  private stageStart = performance.now();
  private readonly begin = performance.now();
  private readonly seconds = { lexical: 0, visit: 0 };
  private textsDone = 0;
  private textsTotal = 0;

  constructor(
    private readonly request: RunRequest,
    private readonly surroundings: RunSurroundings,
    private readonly onProgress: (progress: RunProgress) => void,
  ) {}

  /** @throws RunCancelledError, RunInputError, the errors of src/encoder/errors.ts, GpuUnavailableError */
  async execute(): Promise<FinishedRun> {
    const structures = await this.readStructures();
    const { sources, indices } = await this.sampledSources(structures);
    const lexicon = await this.lexicalStage(structures, sources);
    const idf: IdfCorpusFigures = {
      mode: 'pooled-documents',
      texts: lexicon.idf.documents,
      distinct_tokens: lexicon.idf.distinctTokens,
    };
    const blocks = visitBlocks(sources.map((s) => s.priorities));
    const { encoder } = this.request;
    if (encoder === null) {
      await readGivenVectors(sources, structures, indices, this.surroundings.candidates);
      return { ...(await this.rankGiven(sources, blocks)), idf };
    }
    const { modelBase } = this.surroundings;
    const opened = await Encoder.open({ ...encoder, device: this.request.device, base: modelBase });
    try {
      return { ...(await this.rankEncoded(sources, blocks, opened)), idf };
    } finally {
      await opened.release();
    }
  }

  private async rankGiven(sources: SourceData[], blocks: Visit[][]): Promise<Omit<FinishedRun, 'idf'>> {
    const gpu = this.request.device === 'webgpu' ? await openGpu('webgpu') : null;
    const handle = gpu?.status === 'open' ? gpu.handle : null;
    try {
      const matrices = await this.visit(sources, blocks, null, handle);
      const device: DeviceReport = handle
        ? { kind: 'webgpu', threads: 1, adapter: handle.adapter, reason: 'WebGPU: chosen by the user' }
        : {
            kind: 'wasm',
            threads: 1,
            adapter: null,
            reason: 'no encoder is run: the files give their embeddings; sums in float64',
          };
      return { sources, blocks, matrices, encoder: null, device, cost: this.cost(null, null), cache: null };
    } finally {
      handle?.destroy();
    }
  }

  private async rankEncoded(
    sources: SourceData[],
    blocks: Visit[][],
    encoder: Encoder,
  ): Promise<Omit<FinishedRun, 'idf'>> {
    const cache = await this.surroundings.openCache(encoder);
    const texts = new TextEmbeddings({
      encoder,
      candidates: this.surroundings.candidates,
      cache,
      hasher: await KeyHasher.create(),
      batchSize: this.request.settings.batch_size,
      task: this.task,
      onTexts: (count) => {
        this.textsDone += count;
        this.report('encode', this.textsDone, this.textsTotal);
      },
    });
    for (const source of sources) source.vectors = texts.vectorsOf(source);
    const matrices = await this.visit(sources, blocks, texts, encoder.gpuHandle);
    return {
      sources,
      blocks,
      matrices,
      encoder: encoder.identity(cache.dimension),
      device: encoder.device,
      cost: this.cost(texts, cache),
      cache,
    };
  }

  private async readStructures(): Promise<SourceStructure[]> {
    if (this.request.sources.length === 0) throw new RunInputError('No source is loaded. Choose files first.');
    this.startStage();
    const structures: SourceStructure[] = [];
    for (const { id } of this.request.sources) {
      structures.push(await this.surroundings.candidates.structure(id));
      this.report('read', structures.length, this.request.sources.length);
      await this.task.breathe();
    }
    return structures;
  }

  private async sampledSources(
    structures: readonly SourceStructure[],
  ): Promise<{ sources: SourceData[]; indices: Int32Array[] }> {
    const { seed, sample } = this.request.settings;
    const sources: SourceData[] = [];
    const indices: Int32Array[] = [];
    for (const [i, full] of structures.entries()) {
      const queries = await this.surroundings.candidates.queryTexts(full.queries);
      const priorities = recordPriorities(queries, seed);
      const chosen = sampleRecords(priorities, sample);
      const structure = selectRecords(full, chosen);
      indices.push(chosen);
      sources.push({
        id: full.id,
        name: this.request.sources[i]?.name ?? String(full.id),
        structure,
        priorities: Float64Array.from(chosen, (record) => priorities[record] as number),
        columns: emptyColumns(structure),
        vectors: null,
      });
      await this.task.breathe();
    }
    return { sources, indices };
  }

  private async lexicalStage(structures: SourceStructure[], sources: SourceData[]): Promise<Lexicon> {
    this.startStage();
    const lexicon = new Lexicon();
    await lexicon.build(structures, this.surroundings.candidates, this.task, (done, total) =>
      this.report('lexical', done, total),
    );
    for (const source of sources) await lexicon.cover(source, this.task);
    this.seconds.lexical = this.stageSeconds();
    return lexicon;
  }

  /**
   * Block by block: encodes what is new, fills the pair columns, adds to the matrices. While a block is
   * scored the next one is encoded and the one after it tokenised.
   */
  private async visit(
    sources: readonly SourceData[],
    blocks: readonly Visit[][],
    texts: TextEmbeddings | null,
    gpu: GpuHandle | null,
  ): Promise<Matrices[]> {
    this.startStage();
    this.textsTotal = countTexts(sources);
    const pacer = new ScorePacer(RUNNING_SHARE);
    const prepare = (b: number) => (texts && b < blocks.length ? prepareBlock(texts, sources, blocks[b]) : null);
    const encode = (prepared: Promise<PreparedTexts> | null) =>
      texts && prepared ? quiet(prepared.then((p) => texts.encode(p))) : null;
    let encoding = encode(prepare(0));
    let prepared = prepare(1);
    let accumulator: BlockAccumulator | null = null;
    let sums: SourceSums[] | null = null;
    try {
      for (const [b, block] of blocks.entries()) {
        await encoding;
        encoding = encode(prepared);
        prepared = prepare(b + 2);
        accumulator ??= openAccumulator(sources, gpu);
        sums ??= openSums(sources, this.request.settings.tau, accumulator);
        for (const [s, source] of sources.entries()) {
          const records = recordsOf(block, s);
          for (const record of records) fillGeometry(source, record);
          await sums[s]?.add(records, this.task);
        }
        if (pacer.due() || b === blocks.length - 1) this.reportScores(sums, pacer, texts !== null, b, blocks.length);
      }
    } finally {
      accumulator?.destroy();
    }
    const matrices: Matrices[] = [];
    for (const sum of sums ?? []) {
      matrices.push(completeMatrices(await sum.figures(this.task)));
      this.report('score', matrices.length, sources.length);
    }
    this.seconds.visit = this.stageSeconds();
    return matrices;
  }

  private reportScores(sums: SourceSums[], pacer: ScorePacer, encoded: boolean, block: number, blocks: number): void {
    const { weighting } = this.request.settings;
    const points = pacer.timed(() => sums.map((s) => s.running(weighting)).filter((p) => p !== null));
    if (encoded) this.report('encode', this.textsDone, this.textsTotal, points);
    else this.report('score', block + 1, blocks, points);
  }

  private cost(texts: TextEmbeddings | null, cache: EmbeddingCache | null): RunCost {
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
        total: (performance.now() - this.begin) / 1000,
      },
    };
  }

  private startStage(): void {
    this.stageStart = performance.now();
  }

  private stageSeconds(): number {
    return (performance.now() - this.stageStart) / 1000;
  }

  private report(stage: RunStage, done: number, total: number, running: RunningScore[] = []): void {
    this.onProgress({ stage, done, total, ...paceOf(done, total, this.stageSeconds()), running });
  }
}

function prepareBlock(
  texts: TextEmbeddings,
  sources: readonly SourceData[],
  block: readonly Visit[] | undefined,
): Promise<PreparedTexts> {
  const { queries, passages } = textsOfBlock(sources, block ?? []);
  return quiet(texts.prepare(queries, passages));
}

/** Work that is awaited later: its failure is told then, and is no unhandled rejection until then. */
function quiet<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}

function openAccumulator(sources: readonly SourceData[], gpu: GpuHandle | null): BlockAccumulator {
  const dimension = sources[0]?.vectors?.dimension ?? 0;
  return gpu && gpu.lost() === null ? gpuAccumulator(gpu, dimension) : float64Accumulator(dimension);
}

function openSums(sources: readonly SourceData[], tau: number, accumulator: BlockAccumulator): SourceSums[] {
  return sources.map((source) => new SourceSums(source, tau, accumulator));
}
