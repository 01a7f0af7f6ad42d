/**
 * One run: from loaded sources to pair columns, sums and findings. Records are scored block by block; while a block is scored the
 * next one is encoded and the one after it tokenised.
 */

import type { CandidatesForEngine, SeededStructure } from '../candidates/candidates';
import { LIMITS } from '../candidates/limits';
import type { EmbeddingCache } from '../encoder/cache/embedding-cache';
import { Encoder } from '../encoder/encoder';
import type { DeviceReport } from '../encoder/device-choice';
import type { EncoderSurroundings } from '../encoder/types';
import type { GpuHandle } from '../gpu/device';
import { type FileFindings, fileFindings, KnownPositives } from '../scoring/findings';
import { formatCount } from '../ui/words';
import { blocksOf, countTexts, fillGeometry, recordsOf, textsOfBlock } from './blocks';
import { baselineOf, drawPassages } from './drawn-passages';
import { RunInputError } from './errors';
import { figuresSoFar, judgedAsAsked } from './figures';
import { findingsOf } from './findings';
import type { FinishedRun } from './finished-run';
import { logDetSeconds } from './large';
import { Lexicon } from './lexicon';
import { isSettled, readOf } from './looks';
import { pairAuditOf } from './pair-audit';
import { Progress } from './progress';
import { readGivenVectors, sampledSources } from './run-sources';
import { pairsOf, vectorsOf, type SourceData } from './source-data';
import { sumMissing, SummedMatrices } from './summed-matrices';
import { onGpu, type OpenSummer, type Summer } from './summer';
import { addRecords, figuresOf, shapeOf, weightUnder, type PairWeight, type Sums } from './sums';
import { Task } from './task';
import { NO_TEXTS, TextEmbeddings, type PreparedTexts } from './text-embeddings';
import { now, secondsSince } from './time';
import type { RunProgress, RunRequest } from './types';

/**
 * Times as long as the scores so far took they are left alone; before the first ones, by estimate, and in the first seconds less,
 * or short runs would show none.
 */
const REST = 100;
const EARLY = { rest: 10, milliseconds: 5000 };

/** The rule `long` stops early only if all records would take longer than this. */
const LONG_RUN_SECONDS = 60;

interface RunSurroundings {
  readonly candidates: CandidatesForEngine;
  readonly encoders: EncoderSurroundings;
  readonly sums: Sums;
  readonly openCache: (encoder: Encoder) => Promise<EmbeddingCache>;
}

/** Σ w r rᵀ of one source under the weighting of the run, of so many pairs. */
interface RunningSum {
  readonly source: SourceData;
  readonly summer: Summer;
  readonly weights: readonly [PairWeight];
  pairs: number;
}

export class Run {
  readonly task = new Task();
  private stopAsked = false;
  private readonly lexicon = new Lexicon();
  private files: readonly FileFindings[] = [];
  private positives = new KnownPositives([]);
  private readonly progress: Progress;
  private readonly begin = now();

  constructor(
    private readonly request: RunRequest,
    private readonly surroundings: RunSurroundings,
    onProgress: (progress: RunProgress) => void,
  ) {
    this.progress = new Progress(onProgress);
  }

  stop(): void {
    this.stopAsked = true;
  }

  /** @throws RunCancelledError, RunInputError, the errors of src/encoder/errors.ts, GpuUnavailableError */
  async execute(): Promise<FinishedRun> {
    const { request, lexicon, task, progress } = this;
    const { candidates, sums, encoders } = this.surroundings;
    const { seed, tau, weighting } = request.settings;
    if (request.sources.length === 0) throw new RunInputError('No source is loaded. Choose files first.');
    // The encoder's workers start while texts are read.
    const opening = request.encoder
      ? quiet(Encoder.open({ ...request.encoder, device: request.device }, encoders))
      : null;
    try {
      const structures: SeededStructure[] = [];
      for (const { id } of request.sources) {
        structures.push(await candidates.structure(id, seed));
        progress.report('read', structures.length, request.sources.length);
        await task.breathe();
      }
      const given = opening ? null : await readGivenVectors(request.sources, candidates);
      const sources = sampledSources(structures, request, given);
      await lexicon.build(structures, candidates, seed, task, (done, total) =>
        progress.report('lexical', done, total),
      );
      const positives = (this.positives = new KnownPositives(structures));
      this.files = structures.map((structure) => fileFindings(structure, positives));
      if (opening) progress.report('open', 0, 1);
      const ranked = await (opening
        ? this.rankEncoded(sources, await task.orCancelled(opening))
        : this.rankGiven(sources));
      const drawn = await drawPassages(ranked.sources, positives, lexicon, task);
      const found = { sources: ranked.sources, positives, drawn, lexicon };
      const findings = await findingsOf(found, task, (done, total) => progress.report('known', done, total));
      const random = drawn && {
        sources: [baselineOf(drawn, ranked.sources)],
        matrices: [new SummedMatrices()],
      };
      if (random) {
        await sumMissing({ ...ranked, ...random, sums }, tau, [weighting], task, ({ pairs, total }) =>
          progress.report('baseline', pairs, total),
        );
      }
      const cost = { ...ranked.cost, seconds: { total: secondsSince(this.begin) } };
      return {
        ...ranked,
        request,
        cost,
        lexicon,
        sums,
        structures,
        findings,
        files: this.files,
        drawn,
        random,
      };
    } finally {
      // An encoder that is still opening is closed as soon as it is open.
      void opening?.then((encoder) => encoder.release()).catch(() => undefined);
    }
  }

  private async rankGiven(sources: readonly SourceData[]) {
    const { sums } = this.surroundings;
    const kind = this.request.device === 'webgpu' ? 'webgpu' : 'wasm';
    return sums.onDevice({ kind, adapter: { fallback: true } }, this.task, async (open, gpu) => {
      const scored = await this.score(sources, open, null);
      const cost = { ...NO_TEXTS, cache: { kind: 'memory', note: null } as const };
      return { ...scored, encoder: null, device: givenDevice(gpu), cost, cache: null };
    });
  }

  /**
   * A lost GPU is reopened once; after a second loss the run goes on with wasm. The run starts over; blocks encoded
   * on the same kind of device are in its cache.
   */
  private async rankEncoded(sources: readonly SourceData[], encoder: Encoder) {
    for (let losses = 0; ; losses++) {
      const gpu = encoder.gpu;
      try {
        return await this.rankOnDevice(sources, encoder);
      } catch (error) {
        const reason = this.task.isCancelled ? null : ((await gpu?.lossBehindFailure()) ?? null);
        if (reason === null) throw error;
        await encoder.replaceGpu(reason, losses === 0);
      }
    }
  }

  private async rankOnDevice(sources: readonly SourceData[], encoder: Encoder) {
    const { sums, candidates, openCache } = this.surroundings;
    const cache = await openCache(encoder);
    this.progress.cache = cache;
    const total = countTexts(sources);
    let done = 0;
    const onTexts = (count: number) => this.progress.report('encode', (done += count), total);
    onTexts(0);
    const texts = new TextEmbeddings({
      encoder,
      source: candidates,
      cache,
      batchSize: this.request.settings.batch_size,
      task: this.task,
      onTexts,
    });
    for (const data of sources) data.vectors = texts.vectorsOf(data);
    const scored = await this.score(sources, encoder.gpu ? onGpu(encoder.gpu.device) : sums.onWasm, texts);
    return {
      ...scored,
      encoder: encoder.identity(cache.dimension),
      device: encoder.device,
      cost: { ...texts.counts, cache: cache.report },
      cache,
    };
  }

  /**
   * Encodes what is new, fills the pair columns, sums under the chosen weighting.
   * @param texts null where the files give the vectors
   * @throws RunCancelledError, EncodeError, EncoderWorkerError, GpuLostError
   */
  private async score(sources: readonly SourceData[], open: OpenSummer, texts: TextEmbeddings | null) {
    const { progress, task, lexicon, request } = this;
    const { rule } = request.stop;
    const { blocks, looks } = blocksOf(sources, rule !== 'all');
    const begin = now();
    const total = pairsOf(sources);
    const countPairs = (done: number) => {
      if (!texts) progress.report('score', done, total);
    };
    countPairs(0);
    const prepare = (index: number) =>
      quiet(Promise.resolve(texts?.prepare(...textsOfBlock(sources, blocks[index]?.places ?? []))));
    const encode = (prepared: Promise<PreparedTexts | undefined>) =>
      quiet(prepared.then(async (waiting) => waiting && texts?.encode(waiting)));
    let prepared = prepare(0);
    let encoding = encode(prepared);
    prepared = prepare(1);
    let sums: readonly RunningSum[] = [];
    let nextScores = begin;
    let scored = 0;
    let hasLooked = rule === 'certain';
    let byUser = false;
    try {
      for (const { places, isLook } of blocks) {
        const encoded = encoding;
        encoding = encode(prepared);
        prepared = prepare(scored + 2);
        await encoded;
        if (sums.length === 0) {
          sums = await openSums(sources, open, request);
          for (const source of sources) nextScores += 1000 * EARLY.rest * logDetSeconds(shapeOf(source));
        }
        for (const [s, sum] of sums.entries()) {
          const records = recordsOf(places, s);
          await lexicon.cover(sum.source, records, task);
          for (const record of records) fillGeometry(sum.source, record);
          await addRecords(sum.summer, sum.source, records, sum.weights, task, (count) => {
            sum.pairs += count;
            countPairs(sums.reduce((pairs, each) => pairs + each.pairs, 0));
          });
        }
        scored += 1;
        // After the last block the scores are those of the result.
        if (scored === blocks.length) break;
        const seconds = secondsSince(begin) / (scored / blocks.length);
        const isLooking = isLook && (rule === 'certain' || seconds > LONG_RUN_SECONDS);
        if (now() >= nextScores || isLooking) {
          const start = now();
          const read = readOf(sources, blocks.slice(0, scored));
          const matrices = await this.matricesOf(sums, false);
          const stopped = { whole: sources, byUser };
          const soFar = figuresSoFar({ sources: read, stopped, looks, request, matrices });
          nextScores = now() + (now() - start) * (start - begin < EARLY.milliseconds ? EARLY.rest : REST);
          progress.tell(soFar);
          if (isLooking && soFar.certainty) {
            hasLooked = true;
            const drawn = await drawPassages(read, this.positives, lexicon, task);
            const audit = pairAuditOf(read, drawn, judgedAsAsked(request).settings, looks);
            if (isSettled(sources, request.sources, this.files, soFar, audit)) break;
          }
        }
        byUser = this.stopAsked && sums.every(({ pairs }) => pairs > 0);
        if (byUser) break;
      }
      const run = {
        sources: scored < blocks.length ? readOf(sources, blocks.slice(0, scored)) : sources,
        stopped: scored < blocks.length ? { whole: sources, byUser } : null,
        looks: hasLooked ? looks : 1,
        matrices: await this.matricesOf(sums, true),
      };
      progress.tell(figuresSoFar({ ...run, request }));
      return run;
    } finally {
      // Work still under way uses the session and buffers that are closed next.
      await Promise.allSettled([encoding, prepared]);
      await texts?.flush();
      for (const { summer } of sums) summer.destroy();
    }
  }

  /** λ_max, and progress, are those of the end. */
  private async matricesOf(sums: readonly RunningSum[], atEnd: boolean): Promise<SummedMatrices[]> {
    const { tau, weighting } = this.request.settings;
    const matrices: SummedMatrices[] = [];
    for (const [s, { summer, pairs }] of sums.entries()) {
      const onShare = (share: number) => this.progress.report('matrix', s + share, sums.length);
      if (atEnd) onShare(0);
      const figures = atEnd
        ? await figuresOf(summer, 0, pairs, this.task, onShare)
        : pairs > 0 && { ...(await summer.score(0, pairs, this.task)), lambda_max: NaN };
      matrices.push(new SummedMatrices(tau, figures ? { [weighting]: figures } : {}));
      if (atEnd) onShare(1);
    }
    return matrices;
  }
}

/** @throws RunInputError where the embeddings are longer than is summed; OutOfMemoryError */
async function openSums(
  sources: readonly SourceData[],
  open: OpenSummer,
  { settings }: RunRequest,
): Promise<RunningSum[]> {
  const longest = Math.max(...sources.map((source) => vectorsOf(source).dimension));
  if (longest > LIMITS.dimensions) {
    throw new RunInputError(
      `The encoder gives embeddings of ${formatCount(longest)} numbers. Expected at most ` +
        `${formatCount(LIMITS.dimensions)}: the matrix of a source has the square of that. Choose an encoder of fewer dimensions.`,
    );
  }
  const sums: RunningSum[] = [];
  for (const source of sources) {
    const weights = [weightUnder(source.columns, settings)] as const;
    sums.push({ source, summer: await open(shapeOf(source), 1), weights, pairs: 0 });
  }
  return sums;
}

/** The device in the report where nothing is encoded: a GPU, if there is one, runs the kernels. */
function givenDevice(gpu: GpuHandle | null): DeviceReport {
  const reason = 'no encoder is run: the files give their embeddings';
  if (!gpu) return { kind: 'wasm', threads: 1, adapter: null, reason };
  const lost = gpu.lost();
  return lost === null
    ? { kind: 'webgpu', threads: 1, adapter: gpu.adapter, reason: 'WebGPU: chosen by the user' }
    : { kind: 'wasm', threads: 1, adapter: null, reason: `the GPU was lost during the run (${lost})` };
}

/** Work that is awaited later. Its failure is not an unhandled rejection until then. */
function quiet<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}
