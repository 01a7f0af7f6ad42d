/** Embeddings of texts by id. Each distinct token sequence is encoded once for all sources. */

import { planBatches } from '../encoder/batches';
import type { EmbeddingCache } from '../encoder/cache/embedding-cache';
import { DeadlyTextError } from '../encoder/errors';
import type { KeyHasher } from '../encoder/cache/hasher';
import type { Encoder } from '../encoder/encoder';
import { BusyClock, now } from './time';
import { SerialQueue } from '../serial-queue';
import { ConcurrentQueue } from './concurrent-queue';
import type { PairVectors, SourceData } from './source-data';
import type { Task } from './task';
import type { TextSource } from './text-cache';

export interface EncodeCounts {
  /** Distinct query and passage texts asked for. */
  texts: number;
  /** Texts whose embedding was in the cache. */
  cachedTexts: number;
  encodes: number;
  tokens: number;
  paddedTokens: number;
}

type Role = 'query' | 'passage';

/** Longest time before new embeddings are written to disk: what a crash may cost. */
const FLUSH_EVERY_MS = 1000;

/** Characters of a text in an error message. */
const EXCERPT = 80;

/** A token sequence to encode, with the texts that share it. */
interface Waiting {
  readonly ids: Int32Array;
  readonly key: bigint;
  readonly texts: { readonly role: Role; readonly id: number; readonly key: bigint }[];
}

/** A text whose embedding is not in the cache. */
interface MissingText {
  readonly id: number;
  readonly key: bigint;
  readonly formatted: string;
}

/** Encodes a batch on the device: resolves once it is queued there, and its vectors come later. */
export type EncodeOnDevice = (
  batch: readonly Int32Array[],
) => Promise<{ readonly vectors: Promise<readonly Float32Array[]> }>;

/** What still has to be encoded for a block. */
export interface PreparedTexts {
  readonly waiting: readonly Waiting[];
}

export interface TextEmbeddingsOptions {
  readonly encoder: Pick<Encoder, 'start' | 'format' | 'tokensOf' | 'encode' | 'concurrency' | 'pads'>;
  readonly source: TextSource;
  readonly cache: EmbeddingCache;
  readonly hasher: KeyHasher;
  /** Most texts in one run of the encoder. */
  readonly batchSize: number;
  readonly task: Task;
  /** Gets how many more texts have their embedding. */
  readonly onTexts: (count: number) => void;
}

export class TextEmbeddings {
  readonly counts: EncodeCounts = { texts: 0, cachedTexts: 0, encodes: 0, tokens: 0, paddedTokens: 0 };
  /** Time in which the encoder was running. */
  readonly encoderBusy = new BusyClock();
  private readonly rows = { query: new Map<number, number>(), passage: new Map<number, number>() };
  private readonly asked = { query: new Set<number>(), passage: new Set<number>() };
  private readonly inFlight = new Map<bigint, Waiting>();
  private readonly preparing = new SerialQueue();
  private lastEncoded: Promise<unknown> = Promise.resolve();
  private lastFlush = now();
  private readonly encoding: ConcurrentQueue;

  constructor(private readonly options: TextEmbeddingsOptions) {
    this.encoding = new ConcurrentQueue(options.encoder.concurrency);
  }

  /**
   * Looks texts up in the cache and tokenises the rest; nothing is encoded yet. Blocks are prepared one after the
   * other, so a text that two blocks share belongs to the first.
   */
  prepare(queries: Int32Array, passages: Int32Array): Promise<PreparedTexts> {
    return this.preparing.run(() => this.prepareNow(queries, passages));
  }

  private async prepareNow(queries: Int32Array, passages: Int32Array): Promise<PreparedTexts> {
    const waiting: Waiting[] = [];
    const { source } = this.options;
    await this.prepareRole('query', queries, (ids) => source.queryTexts(ids), waiting);
    await this.prepareRole('passage', passages, (ids) => source.passageTexts(ids), waiting);
    return { waiting };
  }

  private async prepareRole(
    role: Role,
    ids: Int32Array,
    read: (ids: Int32Array) => Promise<string[]>,
    waiting: Waiting[],
  ): Promise<void> {
    const { encoder, cache, hasher, task, onTexts } = this.options;
    const fresh = ids.filter((id) => !this.asked[role].has(id));
    if (fresh.length === 0) return;
    for (const id of fresh) this.asked[role].add(id);
    const texts = await read(fresh);
    this.counts.texts += fresh.length;
    const missing: MissingText[] = [];
    for (const [i, id] of fresh.entries()) {
      const formatted = encoder.format(texts[i] as string, role);
      const key = hasher.text(formatted);
      const row = cache.rowOf(key);
      if (row === undefined) missing.push({ id, key, formatted });
      else this.rows[role].set(id, row);
      if (i % 64 === 0) await task.breathe();
    }
    let found = fresh.length - missing.length;
    this.counts.cachedTexts += found;
    if (missing.length > 0) await task.orCancelled(encoder.start(), () => undefined);
    for (const [i, { id, key, formatted }] of missing.entries()) {
      if (this.place(role, id, key, encoder.tokensOf(formatted), waiting)) found++;
      if (i % 16 === 0) await task.breathe();
    }
    if (found > 0) onTexts(found);
  }

  /** Assigns a text to its token sequence. True where that sequence has an embedding already. */
  private place(role: Role, id: number, key: bigint, ids: Int32Array, waiting: Waiting[]): boolean {
    const { cache, hasher } = this.options;
    const sequence = hasher.sequence(ids);
    const row = cache.rowOf(sequence);
    if (row !== undefined) {
      cache.link(key, row);
      this.rows[role].set(id, row);
      return true;
    }
    let shared = this.inFlight.get(sequence);
    if (!shared) {
      shared = { ids, key: sequence, texts: [] };
      this.inFlight.set(sequence, shared);
      waiting.push(shared);
    }
    shared.texts.push({ role, id, key });
    return false;
  }

  /**
   * Encodes what is waiting, several batches at once if there are several workers. Further blocks may be passed
   * without waiting for this one.
   */
  async encode({ waiting }: PreparedTexts): Promise<void> {
    const before = this.lastEncoded;
    const encoding = this.encodeBatches(this.batches(waiting), before);
    this.lastEncoded = encoding.catch(() => undefined);
    await encoding;
  }

  /**
   * Each batch is stored once it is encoded and the batches before it are stored or have failed. Rows are numbered in
   * the order of blocks and batches, and no encoded batch is lost, however the run ends.
   */
  private async encodeBatches(batches: readonly Waiting[][], before: Promise<unknown>): Promise<void> {
    let stored = before;
    const storing = batches.map((batch) => {
      const encoding = this.encoding.run(() => this.encodeBatch(batch));
      encoding.catch(() => undefined);
      const mine = stored.then(async () => this.storeBatch(batch, await encoding));
      stored = mine.catch(() => undefined);
      return mine;
    });
    const outcomes = await Promise.allSettled(storing);
    this.flush();
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  private storeBatch(batch: readonly Waiting[], vectors: readonly Float32Array[]): void {
    for (const [k, vector] of vectors.entries()) this.store(batch[k] as Waiting, vector);
    this.count(batch);
    this.flushWhenDue();
  }

  private async encodeBatch(batch: readonly Waiting[]): Promise<Float32Array[]> {
    const { encoder, task } = this.options;
    await task.breathe();
    try {
      return await this.encoderBusy.during(() => encoder.encode(batch.map((w) => w.ids)));
    } catch (error) {
      if (!(error instanceof DeadlyTextError)) throw error;
      throw new DeadlyTextError(error.place, error.reason, await this.excerptOf(batch[error.place]));
    }
  }

  /** The beginning of a text that is being encoded; null where it cannot be read. */
  private async excerptOf(waiting: Waiting | undefined): Promise<string | null> {
    const [text] = waiting?.texts ?? [];
    if (!text) return null;
    const { source } = this.options;
    const ids = Int32Array.of(text.id);
    const [whole] = await (text.role === 'query' ? source.queryTexts(ids) : source.passageTexts(ids));
    return whole === undefined ? null : whole.slice(0, EXCERPT);
  }

  /** Encodes what is waiting on the device. One block at a time: the session allows one run at a time. */
  async encodeOnDevice({ waiting }: PreparedTexts, encode: EncodeOnDevice): Promise<void> {
    const batches = this.batches(waiting);
    return this.encoding.run(async () => {
      const coming: Promise<readonly Float32Array[]>[] = [];
      for (const batch of batches) {
        await this.options.task.breathe();
        const sequences = batch.map((w) => w.ids);
        const { vectors } = await this.encoderBusy.during(() => encode(sequences));
        vectors.catch(() => undefined);
        coming.push(vectors);
        this.count(batch);
      }
      const vectors = (await Promise.all(coming)).flat();
      batches.flat().forEach((w, i) => this.store(w, vectors[i] as Float32Array));
      this.flush();
    });
  }

  private flushWhenDue(): void {
    if (now() - this.lastFlush > FLUSH_EVERY_MS) this.flush();
  }

  flush(): void {
    this.options.cache.flush();
    this.lastFlush = now();
  }

  private batches(waiting: readonly Waiting[]): Waiting[][] {
    const lengths = waiting.map((w) => w.ids.length);
    return planBatches(lengths, this.options.batchSize).map((b) => b.map((i) => waiting[i] as Waiting));
  }

  private count(batch: readonly Waiting[]): void {
    const tokens = batch.reduce((n, w) => n + w.ids.length, 0);
    const longest = Math.max(...batch.map((w) => w.ids.length));
    this.counts.encodes += batch.length;
    this.counts.tokens += tokens;
    this.counts.paddedTokens += this.options.encoder.pads ? longest * batch.length : tokens;
    this.options.onTexts(batch.reduce((n, w) => n + w.texts.length, 0));
  }

  private store(waiting: Waiting, vector: Float32Array): void {
    const row = this.options.cache.add([waiting.key, ...waiting.texts.map((t) => t.key)], vector);
    for (const { role, id } of waiting.texts) this.rows[role].set(id, row);
    this.inFlight.delete(waiting.key);
  }

  /** Cache row of a text's embedding. @throws RangeError before it is encoded */
  rowOf(role: Role, id: number): number {
    const row = this.rows[role].get(id);
    if (row === undefined) throw new RangeError(`The ${role} ${id} is not encoded yet.`);
    return row;
  }

  /** An embedding by its cache row. */
  row(row: number): Float32Array {
    return this.options.cache.row(row);
  }

  /** The vectors of a source. Those of a record exist once its block is encoded. */
  vectorsOf({ structure }: Pick<SourceData, 'structure'>): PairVectors {
    const { cache } = this.options;
    const vector = (role: Role, id: number | undefined) => cache.row(this.rowOf(role, id ?? -1));
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
