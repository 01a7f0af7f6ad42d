/** The class of the mining worker: reads a corpus, embeds it where asked, mines, and can be cancelled. */

import type { CrossEncoder } from '../encoder/cross/cross-encoder';
import { EmbeddingCache } from '../encoder/cache/embedding-cache';
import { Encoder } from '../encoder/encoder';
import type { DeviceChoice, EncoderSurroundings, ModelSource } from '../encoder/types';
import { openCrossEncoder } from '../engine/cross-scoring';
import { Task } from '../engine/task';
import { now, paceOf, secondsSince, type Pace } from '../engine/time';
import type { RunRequest } from '../engine/types';
import type { RequestForm } from '../judge/batch-api';
import type { FormId } from '../mining/forms';
import type { PromptSettings } from '../mining/llm';
import { chosenModel, isSameModel, type ModelIdentity } from '../identity';
import type { CosinesLoader } from '../simd/cosines';
import { MiningInputError } from './errors';
import { fileOfReplies, promptLines, type WrittenFile } from './llm';
import { Miner, type MinedFile, type MiningStage, type MiningVectors, type SourceRequest } from './miner';
import { summaryOf, type InputSummary } from './notes';
import { readInput, type GivenFile, type ReadSettings } from './read';
import { vectorsOfCorpus } from './vectors';

/** Characters of texts that a tab may hold. */
const MOST_CHARACTERS = 2 ** 28;

export interface MiningProgress extends Pace {
  readonly stage: 'read' | 'open' | 'open-cross' | 'encode' | MiningStage;
  readonly done: number;
  readonly total: number;
}

export interface MiningEncoder {
  readonly encoder: NonNullable<RunRequest['encoder']>;
  readonly device: DeviceChoice;
  /** True where the user agreed to keep embeddings on disk. */
  readonly keepsEmbeddings: boolean;
}

/** What a mining runs beside BM25. */
export interface MiningModels {
  /** Of dense parts; null where there are none. */
  readonly encoder: MiningEncoder | null;
  /** Of `score_by: cross-encoder`; null where the miner scores. */
  readonly crossEncoder: ModelSource | null;
}

/** A mined file, and what became of the memory and the embeddings of its mining. */
export interface Mined extends MinedFile {
  readonly bytesHeld: number;
  /** False where the user agreed to keep embeddings and the new ones could not be kept. */
  readonly areEmbeddingsKept: boolean;
}

export interface MiningForPage {
  read(
    files: readonly GivenFile[],
    settings: Pick<ReadSettings, 'sample' | 'relevant'>,
    onProgress: (progress: MiningProgress) => void,
  ): Promise<InputSummary>;
  mine(
    request: SourceRequest,
    models: MiningModels,
    onProgress: (progress: MiningProgress) => void,
  ): Promise<Mined>;
  /** Prompts for a language model, one line for each record. */
  prompts(settings: PromptSettings, form: RequestForm, model: string): Promise<Blob>;
  /** The file of what a language model answered. @param numNegatives of an n-tuple @throws MiningInputError where no reply can be used */
  replies(file: File, form: FormId, numNegatives: number): Promise<WrittenFile>;
  cancel(): void;
}

/** What the worker gives to the class. */
export interface HostSurroundings extends EncoderSurroundings {
  readonly cosines: CosinesLoader;
  readonly version: string;
}

export class MiningHost implements MiningForPage {
  private task = new Task();
  private reading = new AbortController();
  private miner: Miner | null = null;
  private cross: { readonly model: ModelIdentity; readonly encoder: CrossEncoder } | null = null;
  private embedded: { readonly key: string; readonly vectors: MiningVectors } | null = null;

  constructor(private readonly surroundings: HostSurroundings) {}

  async read(
    files: readonly GivenFile[],
    asked: Pick<ReadSettings, 'sample' | 'relevant'>,
    onProgress: (progress: MiningProgress) => void,
  ): Promise<InputSummary> {
    this.reading = new AbortController();
    this.miner = null;
    this.embedded = null;
    const began = now();
    const settings = { ...asked, mostCharacters: MOST_CHARACTERS };
    const input = await readInput(files, settings, this.reading.signal, ({ bytesRead, bytesTotal }) =>
      onProgress({
        stage: 'read',
        done: bytesRead,
        total: bytesTotal,
        ...paceOf(bytesRead, bytesTotal, secondsSince(began)),
      }),
    );
    const { cosines, version } = this.surroundings;
    this.miner = new Miner(input, {
      cosines,
      version,
      follow: (work, onShare) => this.task.follow(work, onShare),
      breathe: () => this.task.breathe(),
    });
    return summaryOf(input);
  }

  async mine(
    request: SourceRequest,
    { encoder, crossEncoder }: MiningModels,
    onProgress: (progress: MiningProgress) => void,
  ): Promise<Mined> {
    const miner = this.ready();
    this.task = new Task();
    const areEmbeddingsKept = encoder === null || (await this.embed(miner, encoder, onProgress));
    if (crossEncoder !== null) miner.useCrossEncoder(await this.crossEncoder(crossEncoder, onProgress));
    let stage: MiningStage | null = null;
    let began = now();
    const made = await miner.mine(request, (next, share, total) => {
      if (stage !== next) began = now();
      stage = next;
      const done = Math.round(share * total);
      onProgress({ stage, done, total, ...paceOf(done, total, secondsSince(began)) });
    });
    return { ...made, bytesHeld: miner.bytes, areEmbeddingsKept };
  }

  async prompts(settings: PromptSettings, form: RequestForm, model: string): Promise<Blob> {
    const lines = await promptLines(this.ready().input, settings, form, model);
    return new Blob(
      lines.map((line) => `${line}\n`),
      { type: 'application/x-ndjson' },
    );
  }

  replies(file: File, form: FormId, numNegatives: number): Promise<WrittenFile> {
    const { version } = this.surroundings;
    return fileOfReplies(this.ready().input, file, { name: 'llm', form, numNegatives, version });
  }

  /** @throws MiningInputError where nothing was read */
  private ready(): Miner {
    if (this.miner === null) throw new MiningInputError('There is no corpus. Choose its files first.');
    return this.miner;
  }

  cancel(): void {
    this.reading.abort();
    this.task.cancel();
  }

  /** The cross-encoder of a folder; it stays open until another one is asked for. */
  private async crossEncoder(
    source: ModelSource,
    onProgress: (progress: MiningProgress) => void,
  ): Promise<CrossEncoder> {
    const model = chosenModel(source);
    if (this.cross && isSameModel(this.cross.model, model)) return this.cross.encoder;
    onProgress({ stage: 'open-cross', done: 0, total: 1, rate: null, secondsLeft: null });
    await this.cross?.encoder.release();
    this.cross = null;
    const encoder = await openCrossEncoder(source, this.surroundings.base);
    this.cross = { model, encoder };
    return encoder;
  }

  /** Vectors of queries and passages, from the cache where they are there. @returns whether new ones are kept as agreed */
  private async embed(
    miner: Miner,
    { encoder: choice, device, keepsEmbeddings }: MiningEncoder,
    onProgress: (progress: MiningProgress) => void,
  ): Promise<boolean> {
    const { task } = this;
    const key = JSON.stringify([chosenModel(choice.model), choice.onnx, choice.settings]);
    if (this.embedded?.key === key) {
      miner.useVectors(this.embedded.vectors);
      return true;
    }
    onProgress({ stage: 'open', done: 0, total: 1, rate: null, secondsLeft: null });
    const opening = Encoder.open({ ...choice, device }, this.surroundings);
    const encoder = await task.orCancelled(opening).catch((error: unknown) => {
      void opening.then((late) => late.release()).catch(() => undefined);
      throw error;
    });
    const cache = await encoder
      .cacheNamespace()
      .then((namespace) => EmbeddingCache.open(namespace, keepsEmbeddings))
      .catch(async (error: unknown) => {
        await encoder.release();
        throw error;
      });
    try {
      const began = now();
      const { corpus } = miner.input;
      const onTexts = (done: number, total: number) =>
        onProgress({ stage: 'encode', done, total, ...paceOf(done, total, secondsSince(began)) });
      const vectors = await vectorsOfCorpus(corpus, encoder, cache, task, onTexts);
      this.embedded = { key, vectors };
      miner.useVectors(vectors);
      return !keepsEmbeddings || cache.report.kind === 'disk';
    } finally {
      cache.close();
      void encoder.release();
    }
  }
}
