/** Embeddings of texts by id. Each distinct token sequence is encoded once for all sources. */

import type { CandidatesForEngine } from '../candidates/candidates';
import { planBatches } from './token-batches';
import type { EmbeddingCache } from '../encoder/cache/embedding-cache';
import type { Encoder } from '../encoder/encoder';
import { now } from './time';
import { SerialQueue } from '../serial-queue';
import type { PairVectors, SourceData } from './source-data';
import type { Task } from './task';

/** Counts of a run that encodes nothing. */
export const NO_TEXTS = {
  /** Distinct query and passage texts asked for, and those of them whose embedding was in the cache. */
  texts: 0,
  cached_texts: 0,
  /** Of which only the beginning was encoded, now or before. */
  cut_texts: 0,
  encodes: 0,
};

type Role = 'query' | 'passage';

export type TextSource = Pick<CandidatesForEngine, 'queryTexts' | 'passageTexts'>;

/** Longest time before new embeddings are written to disk: what a crash may cost. */
const FLUSH_EVERY_MS = 1000;

/** A token sequence to encode, with the texts that share it. */
interface Waiting {
  readonly ids: Int32Array;
  readonly key: bigint;
  readonly texts: { role: Role; id: number; key: bigint; isCut: boolean }[];
}

/** What still has to be encoded for a block. */
export type PreparedTexts = readonly Waiting[];

export interface TextEmbeddingsOptions {
  readonly encoder: Pick<Encoder, 'start' | 'format' | 'tokensOf' | 'encode' | 'concurrency'>;
  readonly source: TextSource;
  readonly cache: EmbeddingCache;
  /** Of texts in one run of the encoder, at most. */
  readonly batchSize: number;
  readonly task: Task;
  /** Gets how many more texts have their embedding. */
  readonly onTexts: (count: number) => void;
}

export class TextEmbeddings {
  readonly counts = { ...NO_TEXTS };
  /** By id: the key of each text asked for; null until it is encoded. */
  private readonly keys = {
    query: new Map<number, bigint | null>(),
    passage: new Map<number, bigint | null>(),
  };
  /** Texts of other words may have the same tokens, as where they are cut. */
  private readonly keyOfSequence = new Map<bigint, bigint>();
  private readonly inFlight = new Map<bigint, Waiting>();
  private readonly preparing = new SerialQueue();
  private lastFlush = now();
  /** Of all blocks so far. One waits for the one before, so the encoder runs no more batches at once than it can. */
  private encoded = Promise.resolve();

  constructor(private readonly options: TextEmbeddingsOptions) {}

  /**
   * Looks texts up in the cache and tokenises the rest; nothing is encoded yet. Blocks are prepared one after the other, so a text
   * that two blocks share belongs to the first.
   */
  prepare(queries: Int32Array, passages: Int32Array): Promise<PreparedTexts> {
    return this.preparing.run(async () => [
      ...(await this.prepareRole('query', queries)),
      ...(await this.prepareRole('passage', passages)),
    ]);
  }

  private async prepareRole(role: Role, ids: Int32Array): Promise<PreparedTexts> {
    const { encoder, cache, source, task, onTexts } = this.options;
    const keys = this.keys[role];
    const fresh = ids.filter((id) => !keys.has(id));
    if (fresh.length === 0) return [];
    for (const id of fresh) keys.set(id, null);
    const texts = await (role === 'query' ? source.queryTexts(fresh) : source.passageTexts(fresh));
    this.counts.texts += fresh.length;
    const missing: { id: number; key: bigint; formatted: string }[] = [];
    for (const [i, id] of fresh.entries()) {
      const formatted = encoder.format(texts[i] as string, role);
      const key = cache.keyOf(formatted);
      if (cache.has(key)) {
        keys.set(id, key);
        if (cache.isCut(key)) this.counts.cut_texts++;
      } else missing.push({ id, key, formatted });
      if (i % 64 === 0) await task.breathe();
    }
    let found = fresh.length - missing.length;
    this.counts.cached_texts += found;
    if (missing.length > 0) await task.orCancelled(encoder.start());
    const waiting: Waiting[] = [];
    for (const [i, { id, key, formatted }] of missing.entries()) {
      const { ids, isCut } = encoder.tokensOf(formatted);
      if (isCut) this.counts.cut_texts++;
      const sequence = cache.keyOf(ids);
      const known = this.keyOfSequence.get(sequence);
      if (known !== undefined) {
        cache.add(key, cache.vector(known), isCut);
        keys.set(id, key);
        found++;
      } else {
        let shared = this.inFlight.get(sequence);
        if (!shared) waiting.push((shared = { ids, key: sequence, texts: [] }));
        this.inFlight.set(sequence, shared);
        shared.texts.push({ role, id, key, isCut });
      }
      if (i % 16 === 0) await task.breathe();
    }
    if (found > 0) onTexts(found);
    return waiting;
  }

  /**
   * Encodes several batches at once if there are several workers; further blocks may be passed meanwhile. Each is stored once it
   * is encoded: none is lost, however the run ends. After a failure no other one is begun: they fail with the same error.
   */
  encode(waiting: PreparedTexts): Promise<void> {
    const lengths = waiting.map((w) => w.ids.length);
    const batches = planBatches(lengths, this.options.batchSize);
    // A failure ends the generator, so for the other workers too.
    const inTurn = async () => {
      for (const places of batches) await this.encodeBatch(places.map((i) => waiting[i] as Waiting));
    };
    this.encoded = this.encoded.then(async () => {
      const loops = Array.from({ length: this.options.encoder.concurrency }, inTurn);
      const outcomes = await Promise.allSettled(loops);
      await this.flush();
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    });
    return this.encoded;
  }

  private async encodeBatch(batch: readonly Waiting[]): Promise<void> {
    const { task, encoder, cache, onTexts } = this.options;
    await task.breathe();
    const vectors = await encoder.encode(batch.map((w) => w.ids));
    for (const [i, waiting] of batch.entries()) {
      for (const { role, id, key, isCut } of waiting.texts) {
        if (!cache.has(key)) cache.add(key, vectors[i] as Float32Array, isCut);
        this.keys[role].set(id, key);
        this.keyOfSequence.set(waiting.key, key);
      }
      this.inFlight.delete(waiting.key);
    }
    this.counts.encodes += batch.length;
    onTexts(batch.reduce((n, w) => n + w.texts.length, 0));
    if (now() - this.lastFlush > FLUSH_EVERY_MS) await this.flush();
  }

  flush(): Promise<void> {
    this.lastFlush = now();
    return this.options.cache.flush();
  }

  /** A text's embedding. @throws RangeError before it is encoded */
  vectorOf(role: Role, id: number): Float32Array {
    const key = this.keys[role].get(id) ?? null;
    if (key === null) throw new RangeError(`The ${role} ${id} is not encoded yet.`);
    return this.options.cache.vector(key);
  }

  /** Those of a record exist once its block is encoded. */
  vectorsOf({ structure }: Pick<SourceData, 'structure'>): PairVectors {
    const { cache } = this.options;
    const vector = (role: Role, id: number | undefined) => this.vectorOf(role, id ?? -1);
    return {
      get dimension() {
        return cache.dimension;
      },
      query: (record) => vector('query', structure.queries[record]),
      positive: (record) => vector('passage', structure.positives[record]),
      negative: (pair) => vector('passage', structure.negatives[pair]),
    };
  }
}
