/** The class of the mining worker: reads a corpus, embeds it where asked, mines, and can be cancelled. */

import { CrossEncoder } from '../encoder/cross/cross-encoder';
import { EmbeddingCache } from '../encoder/cache/embedding-cache';
import { Encoder } from '../encoder/encoder';
import type { DeviceChoice, EncoderSurroundings, ModelSource } from '../encoder/types';
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
import {
  Miner,
  type MinedFile,
  type MiningStage,
  type MiningVectors,
  type OnMining,
  type SourceRequest,
} from './miner';
import { summaryOf, type InputSummary } from './notes';
import type { GivenFile } from './evaluation';
import { readInput, type ReadProgress, type ReadSettings } from './read';
import { vectorsOfCorpus } from './vectors';

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

/** A mined file, and what became of the embeddings of its mining. */
export interface Mined extends MinedFile {
  /** False where the user agreed to keep embeddings and the new ones could not be kept. */
  readonly areEmbeddingsKept: boolean;
}

/** What the worker gives to the class. */
export interface HostSurroundings extends EncoderSurroundings {
  readonly cosines: CosinesLoader;
  readonly version: string;
}

type Tell = (stage: MiningProgress['stage'], done: number, total: number) => void;

/** Tells how far a stage is, and its rate since it began. */
function telling(onProgress: (progress: MiningProgress) => void): Tell {
  let last: MiningProgress['stage'] | null = null;
  let began = now();
  return (stage, done, total) => {
    if (stage !== last) began = now();
    last = stage;
    onProgress({ stage, done, total, ...paceOf(done, total, secondsSince(began)) });
  };
}

function sharing(tell: Tell): OnMining {
  return (stage, share, total) => tell(stage, Math.round(share * total), total);
}

export class MiningHost {
  private task = new Task();
  private reading = new AbortController();
  private miner: Miner | null = null;
  private cross: { readonly model: ModelIdentity; readonly encoder: CrossEncoder } | null = null;
  private embedded: { readonly key: string; readonly vectors: MiningVectors } | null = null;

  constructor(private readonly surroundings: HostSurroundings) {}

  async read(
    files: readonly GivenFile[],
    evaluation: readonly GivenFile[],
    settings: ReadSettings,
    onProgress: (progress: MiningProgress) => void,
  ): Promise<InputSummary> {
    this.reading = new AbortController();
    this.task = new Task();
    this.miner = null;
    this.embedded = null;
    const tell = telling(onProgress);
    const onBytes = ({ bytesRead, bytesTotal }: ReadProgress) => tell('read', bytesRead, bytesTotal);
    const input = await readInput(files, settings, this.reading.signal, onBytes, evaluation);
    const { cosines, version } = this.surroundings;
    const miner = new Miner(input, {
      cosines,
      version,
      follow: (work, onShare) => this.task.follow(work, onShare),
      breathe: () => this.task.breathe(),
    });
    const copies = await miner.copies(sharing(tell));
    this.miner = miner;
    return summaryOf(input, copies);
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
    const made = await miner.mine(request, sharing(telling(onProgress)));
    return { ...made, areEmbeddingsKept };
  }

  /** A source that was mined from what is read now, in another format. @throws MiningInputError for any other */
  inForm(name: string, form: FormId, withScores: boolean): Promise<MinedFile> {
    const miner = this.ready();
    this.task = new Task();
    return miner.inForm(name, form, withScores, () => undefined);
  }

  /** Prompts for a language model, one line for each record. */
  async prompts(settings: PromptSettings, form: RequestForm, model: string): Promise<Blob> {
    const lines = await promptLines(this.ready().input, settings, form, model);
    return new Blob(
      lines.map((line) => `${line}\n`),
      { type: 'application/x-ndjson' },
    );
  }

  /** The file of what a language model answered. @param numNegatives that were asked for @throws MiningInputError where no reply can be used */
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
    const encoder = await CrossEncoder.open(source, this.surroundings.base);
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
      const tell = telling(onProgress);
      const { corpus } = miner.input;
      const onTexts = (done: number, total: number) => tell('encode', done, total);
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
