/** One run: from loaded sources to pair columns and matrices (DESIGN.md, "The way of the data"). */

import type { CandidatesForEngine, SourceStructure } from '../candidates/types';
import { Encoder } from '../encoder/encoder';
import type { DeviceReport, EncoderIdentity } from '../encoder/types';
import { openGpu, type GpuHandle } from '../gpu/device';
import type { IdfCorpusFigures, MatrixFigures, RunCost } from '../report/types';
import { pairGeometry } from '../scoring/gates';
import { recordPriorities, sampleRecords } from '../scoring/sampling';
import type { WeightingId } from '../scoring/weightings';
import { float64Accumulator, gpuAccumulator, type BlockAccumulator } from './accumulator';
import { RunInputError } from './errors';
import { distinctIds, Lexicon } from './lexicon';
import { matrixFigures } from './matrices';
import { paceOf } from './pace';
import { RunningSource, ScorePacer } from './running';
import { emptyColumns, givenVectors, selectRecords, type PairVectors, type SourceData } from './source-data';
import { Task } from './task';
import { TextEmbeddings } from './text-embeddings';
import type { RunningScore, RunProgress, RunRequest, RunStage } from './types';
import { visitBlocks, type Visit } from './visit';

type Matrices = Record<WeightingId, MatrixFigures>;

/** What a finished run leaves in memory: enough for every figure under another τ or weighting. */
export interface FinishedRun {
  readonly sources: readonly SourceData[];
  readonly matrices: readonly Matrices[];
  readonly encoder: EncoderIdentity | null;
  readonly device: DeviceReport;
  readonly idf: IdfCorpusFigures;
  readonly cost: RunCost;
}

/** Placeholder until the source's texts are encoded. */
const NO_VECTORS: PairVectors = {
  dimension: 0,
  query: () => new Float32Array(),
  positive: () => new Float32Array(),
  negative: () => new Float32Array(),
};

export class Run {
  readonly task = new Task();
  private stageStart = performance.now();
  private readonly begin = performance.now();
  private readonly seconds = { lexical: 0, encode: 0, score: 0 };

  constructor(
    private readonly request: RunRequest,
    private readonly candidates: CandidatesForEngine,
    private readonly modelBase: URL,
    private readonly onProgress: (progress: RunProgress) => void,
  ) {}

  /** @throws RunCancelledError, RunInputError, the errors of src/encoder/errors.ts, GpuUnavailableError */
  async execute(): Promise<FinishedRun> {
    const structures = await this.readStructures();
    const { sources, indices } = await this.sampledSources(structures);
    const lexicon = await this.lexicalStage(structures, sources);
    const encoder = this.request.encoder;
    const opened = encoder
      ? await Encoder.open({ ...encoder, device: this.request.device, base: this.modelBase })
      : null;
    const gpu = opened ? null : await this.gpuForGivenEmbeddings();
    try {
      const texts = opened
        ? new TextEmbeddings(opened, this.candidates, this.request.settings.batch_size)
        : null;
      if (!texts) await this.readGivenVectors(sources, structures, indices);
      const handle = opened?.gpuHandle ?? gpu;
      await this.visit(sources, texts, handle);
      const dimension = sources[0]?.vectors.dimension ?? 0;
      const matrices = await this.scoreStage(sources, dimension, handle);
      return {
        sources,
        matrices,
        encoder: opened?.identity(dimension) ?? null,
        device: opened?.device ?? deviceWithoutEncoder(gpu),
        idf: {
          mode: 'pooled-documents',
          texts: lexicon.idf.documents,
          distinct_tokens: lexicon.idf.distinctTokens,
        },
        cost: this.cost(texts),
      };
    } finally {
      await opened?.release();
      gpu?.destroy();
    }
  }

  private async readStructures(): Promise<SourceStructure[]> {
    if (this.request.sources.length === 0) throw new RunInputError('No source is loaded. Choose files first.');
    this.startStage();
    const structures: SourceStructure[] = [];
    for (const { id } of this.request.sources) {
      structures.push(await this.candidates.structure(id));
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
      const priorities = recordPriorities(await this.candidates.queryTexts(full.queries), seed);
      const chosen = sampleRecords(priorities, sample);
      const structure = selectRecords(full, chosen);
      indices.push(chosen);
      sources.push({
        id: full.id,
        name: this.request.sources[i]?.name ?? String(full.id),
        structure,
        priorities: Float64Array.from(chosen, (record) => priorities[record] as number),
        columns: emptyColumns(structure),
        vectors: NO_VECTORS,
      });
      await this.task.breathe();
    }
    return { sources, indices };
  }

  private async lexicalStage(structures: SourceStructure[], sources: SourceData[]): Promise<Lexicon> {
    this.startStage();
    const lexicon = new Lexicon();
    await lexicon.build(structures, this.candidates, this.task, (done, total) =>
      this.report('lexical', done, total),
    );
    for (const source of sources) await lexicon.cover(source, this.task);
    this.seconds.lexical = this.stageSeconds();
    return lexicon;
  }

  private async gpuForGivenEmbeddings(): Promise<GpuHandle | null> {
    if (this.request.device !== 'webgpu') return null;
    const gpu = await openGpu('webgpu');
    return gpu.status === 'open' ? gpu.handle : null;
  }

  private async readGivenVectors(
    sources: SourceData[],
    structures: readonly SourceStructure[],
    indices: readonly Int32Array[],
  ): Promise<void> {
    for (const [i, source] of sources.entries()) {
      const given = await this.candidates.embeddings(source.id);
      source.vectors = givenVectors(given, structures[i] as SourceStructure, indices[i] as Int32Array);
    }
    const first = sources[0] as SourceData;
    const other = sources.find((s) => s.vectors.dimension !== first.vectors.dimension);
    if (other) {
      throw new RunInputError(
        `${first.name} gives embeddings of length ${first.vectors.dimension} and ${other.name} of length ` +
          `${other.vectors.dimension}: they come from different encoders. Rank them apart, or choose an encoder.`,
      );
    }
  }

  /** Encodes block by block, fills the pair columns, and keeps the running scores. */
  private async visit(
    sources: readonly SourceData[],
    texts: TextEmbeddings | null,
    gpu: GpuHandle | null,
  ): Promise<void> {
    this.startStage();
    const total = countTexts(sources);
    const pacer = new ScorePacer();
    let done = 0;
    let running: RunningSource[] | null = null;
    let accumulator: BlockAccumulator | null = null;
    const blocks = visitBlocks(sources.map((s) => s.priorities));
    for (const [b, block] of blocks.entries()) {
      if (texts) {
        const { queries, passages } = textsOfBlock(sources, block);
        await texts.ensure(queries, passages, this.task, (count) => {
          done += count;
          this.report('encode', done, total);
        });
        for (const source of sources) source.vectors = texts.vectorsOf(source);
      }
      accumulator ??= this.accumulator(sources[0]?.vectors.dimension ?? 0, gpu);
      running ??= this.runningSources(sources, accumulator);
      for (const [s, source] of sources.entries()) {
        const records = block.filter((v) => v.source === s).map((v) => v.record);
        for (const record of records) fillGeometry(source, record);
        await running[s]?.add(records);
        await this.task.breathe();
      }
      if (pacer.due() || b === blocks.length - 1) {
        const points = pacer.timed(() => (running ?? []).map((r) => r.score()).filter((p) => p !== null));
        this.report('encode', texts ? done : b + 1, texts ? total : blocks.length, points);
      }
    }
    accumulator?.destroy();
    this.seconds.encode = this.stageSeconds();
  }

  private runningSources(sources: readonly SourceData[], accumulator: BlockAccumulator): RunningSource[] {
    const { tau, weighting } = this.request.settings;
    return sources.map((source) => new RunningSource(source, tau, weighting, accumulator));
  }

  private accumulator(dimension: number, gpu: GpuHandle | null): BlockAccumulator {
    return gpu && gpu.lost() === null ? gpuAccumulator(gpu, dimension) : float64Accumulator(dimension);
  }

  private async scoreStage(
    sources: readonly SourceData[],
    dimension: number,
    gpu: GpuHandle | null,
  ): Promise<Matrices[]> {
    this.startStage();
    const accumulator = this.accumulator(dimension, gpu);
    const matrices: Matrices[] = [];
    for (const source of sources) {
      matrices.push(await matrixFigures(source, this.request.settings.tau, accumulator, this.task));
      this.report('score', matrices.length, sources.length);
    }
    accumulator.destroy();
    this.seconds.score = this.stageSeconds();
    return matrices;
  }

  private cost(texts: TextEmbeddings | null): RunCost {
    const counts = texts?.counts ?? { texts: 0, encodes: 0, tokens: 0, paddedTokens: 0 };
    return {
      texts: counts.texts,
      encodes: counts.encodes,
      tokens: counts.tokens,
      padded_tokens: counts.paddedTokens,
      seconds: { ...this.seconds, total: (performance.now() - this.begin) / 1000 },
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

/** m, l and ‖v⁺ − v⁻‖ of the pairs of one record. */
function fillGeometry({ columns, vectors }: SourceData, record: number): void {
  const geometry = { margin: 0, locality: 0, distance: 0 };
  const query = vectors.query(record);
  const positive = vectors.positive(record);
  const end = columns.offsets[record + 1] as number;
  for (let pair = columns.offsets[record] as number; pair < end; pair++) {
    pairGeometry(query, positive, vectors.negative(pair), geometry);
    columns.margin[pair] = geometry.margin;
    columns.locality[pair] = geometry.locality;
    columns.distance[pair] = geometry.distance;
  }
}

function countTexts(sources: readonly SourceData[]): number {
  const structures = sources.map((s) => s.structure);
  return (
    distinctIds(structures.map((s) => s.queries)).length +
    distinctIds(structures.flatMap((s) => [s.positives, s.negatives])).length
  );
}

function textsOfBlock(
  sources: readonly SourceData[],
  block: readonly Visit[],
): { queries: Int32Array; passages: Int32Array } {
  const queries = new Set<number>();
  const passages = new Set<number>();
  for (const { source, record } of block) {
    const { structure } = sources[source] as SourceData;
    queries.add(structure.queries[record] as number);
    passages.add(structure.positives[record] as number);
    for (const id of structure.negatives.subarray(structure.offsets[record], structure.offsets[record + 1])) {
      passages.add(id);
    }
  }
  return { queries: Int32Array.from(queries), passages: Int32Array.from(passages) };
}

function deviceWithoutEncoder(gpu: GpuHandle | null): DeviceReport {
  if (gpu) {
    return { kind: 'webgpu', threads: 1, adapter: gpu.adapter, reason: 'WebGPU: chosen by the user' };
  }
  return {
    kind: 'wasm',
    threads: 1,
    adapter: null,
    reason: 'no encoder is run: the files give their embeddings; sums in float64',
  };
}
