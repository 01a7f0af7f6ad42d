/** The class of the mining worker: reads a corpus, embeds it where asked, mines, and can be cancelled. */

import { CrossEncoder } from '../encoder/cross/cross-encoder';
import { EmbeddingCache } from '../encoder/cache/embedding-cache';
import { Encoder } from '../encoder/encoder';
import type { DeviceChoice, EncoderSurroundings, ModelSource } from '../encoder/types';
import type { RunRequest } from '../engine/types';
import type { RequestForm } from '../judge/batch-api';
import type { FormId } from './forms';
import type { PromptSettings } from './llm';
import { chosenModel, isSameModel, type ModelIdentity } from '../identity';
import { MiningInputError } from './errors';
import { promptLines, sourceOfReplies } from './replies';
import { Miner, neededModels } from './miner';
import type { EncoderOfCard, MinedFile, MinerTools, MiningVectors, SourceRequest } from './miner';
import { summaryOf, type InputSummary } from './notes';
import type { GivenFile } from './read-evaluation';
import { readInput, type ReadSettings } from './read';
import type { MadeFile } from './source';
import { vectorsOfCorpus } from './vectors';
import type { MiningProgress } from './progress-words';
import { Work } from './work';

export interface MiningEncoder {
  readonly encoder: NonNullable<RunRequest['encoder']>;
  readonly device: DeviceChoice;
  /** True where the user agreed to keep embeddings on disk. */
  readonly keepsEmbeddings: boolean;
}

/** The models that are chosen; a mining runs those that it needs. */
export interface MiningModels {
  readonly encoder: MiningEncoder | null;
  readonly crossEncoder: ModelSource | null;
}

/** What the worker gives to the class. */
export type HostSurroundings = EncoderSurroundings & MinerTools;

type OnProgress = (progress: MiningProgress) => void;

export class MiningHost {
  private work = new Work();
  private reading = new AbortController();
  private miner: Miner | null = null;
  private cross: { readonly model: ModelIdentity; readonly encoder: CrossEncoder } | null = null;
  private embedded: { readonly key: string; readonly vectors: MiningVectors } | null = null;

  constructor(private readonly surroundings: HostSurroundings) {}

  async read(
    files: readonly GivenFile[],
    evaluation: readonly GivenFile[],
    settings: ReadSettings,
    onProgress: OnProgress,
  ): Promise<InputSummary> {
    this.reading = new AbortController();
    const work = this.begin(onProgress);
    this.miner = null;
    this.embedded = null;
    const onBytes = (read: number, all: number) => work.tell('read', read, all);
    const input = await readInput(files, settings, this.reading.signal, onBytes, evaluation);
    const miner = new Miner(input, this.surroundings);
    const copies = await miner.copies(work);
    this.miner = miner;
    return summaryOf(input, copies);
  }

  async mine(
    request: SourceRequest,
    { encoder, crossEncoder }: MiningModels,
    onProgress: OnProgress,
  ): Promise<MinedFile> {
    const miner = this.ready();
    const work = this.begin(onProgress);
    const needed = neededModels(request);
    if (needed.encoder && encoder !== null) await this.embed(miner, encoder, request.encoder, work);
    if (needed.crossEncoder && crossEncoder !== null)
      miner.useCrossEncoder(await this.crossEncoder(crossEncoder, work));
    return miner.mine(request, work);
  }

  /** A source that was made of what is read now, in another format. @throws MiningInputError for any other */
  inForm(name: string, form: FormId, withScores: boolean): Promise<MadeFile> {
    return this.ready().inForm(name, form, withScores);
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
  async replies(file: File, name: string, form: FormId, numNegatives: number): Promise<MinedFile> {
    const miner = this.ready();
    const { version } = this.surroundings;
    const { source, refused } = await sourceOfReplies(miner.input, file, name, numNegatives, version);
    return miner.keep(source, form, false, new Work(), refused);
  }

  /** @throws MiningInputError where nothing was read */
  private ready(): Miner {
    if (this.miner === null) throw new MiningInputError('There is no corpus. Choose its files first.');
    return this.miner;
  }

  private begin(onProgress: OnProgress): Work {
    return (this.work = new Work(onProgress));
  }

  cancel(): void {
    this.reading.abort();
    this.work.task.cancel();
  }

  /** The cross-encoder of a folder; it stays open until another one is asked for. */
  private async crossEncoder(source: ModelSource, work: Work): Promise<CrossEncoder> {
    const model = chosenModel(source);
    if (this.cross && isSameModel(this.cross.model, model)) return this.cross.encoder;
    work.tell('open-cross', 0, 1);
    await this.cross?.encoder.release();
    this.cross = null;
    const encoder = await CrossEncoder.open(source, this.surroundings.base);
    this.cross = { model, encoder };
    return encoder;
  }

  /** Vectors of queries and passages, from the cache where they are there. */
  private async embed(
    miner: Miner,
    { encoder: chosen, device, keepsEmbeddings }: MiningEncoder,
    asked: EncoderOfCard | undefined,
    work: Work,
  ): Promise<void> {
    const { task } = work;
    const choice = { ...chosen, ...asked, settings: { ...chosen.settings, ...asked?.settings } };
    const key = JSON.stringify([chosenModel(choice.model), choice.onnx, choice.settings]);
    if (this.embedded?.key === key) {
      return miner.useVectors(this.embedded.vectors);
    }
    work.tell('open', 0, 1);
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
      const onTexts = (done: number, total: number) => work.tell('encode', done, total);
      const vectors = await vectorsOfCorpus(miner.input.corpus, encoder, cache, task, onTexts);
      this.embedded = { key, vectors };
      miner.useVectors(vectors);
    } finally {
      await cache.close();
      void encoder.release();
    }
  }
}
