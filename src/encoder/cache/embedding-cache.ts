/**
 * Embeddings by key: in memory, and on disk once the user agrees to keep them and where the browser has an origin private
 * file system. Another run, another τ or a source made from others then encodes nothing twice. Each worker writes a file of its
 * own and reads those of all others.
 */

import xxhash, { type XXHashAPI } from 'xxhash-wasm';

import { CacheReadError, reasonOf } from '../errors';
import { freshName, openFile, openFolder, segmentNames } from './cache-files';
import { Segment } from './segment';

export interface CacheReport {
  /** Where new embeddings go. */
  readonly kind: 'disk' | 'memory';
  /** What is wrong, for the page and the report; null where nothing is. */
  readonly note: string | null;
}

/** Where an embedding is on disk. */
interface Place {
  readonly segment: Segment;
  readonly at: number;
}

const FULL =
  'The storage that the browser gives this page is full: new embeddings stay in memory, and the run goes on. To keep ' +
  'them too, press "Clear what is kept" or free space on the disk, then reload the page.';

/** Bytes of embeddings that are in memory beside the disk. */
const RECENT_BYTES = 1 << 28;

/** Of the two halves of a key. */
const SEEDS = [0x9e3779b97f4a7c15n, 0xc2b2ae3d27d4eb4fn] as const;

export class EmbeddingCache {
  private readonly places = new Map<bigint, Place>();
  /** Those that are not on disk. */
  private readonly unwritten = new Map<bigint, Float32Array>();
  /** Some that are on disk too; the first goes first. */
  private readonly recent = new Map<bigint, Float32Array>();

  /** Keys of texts of which only the beginning was encoded. */
  private readonly cut = new Set<bigint>();

  /** Where new ones go; null before the user agrees, and where nothing more is written. */
  private folder: FileSystemDirectoryHandle | null = null;
  private readonly segments = new Map<string, Segment>();
  /** What this worker writes, from the first embedding on. */
  private own: Promise<Segment | null> | null = null;
  private failure: string | null = null;
  private damaged = 0;
  private readonly utf8 = new TextEncoder();
  /** d, or 0 before the first embedding. */
  dimension = 0;

  private constructor(
    readonly namespace: string,
    private readonly hash: XXHashAPI,
  ) {}

  /**
   * Opens the cache of one encoder. Where the disk cannot be used it stays in memory and says why.
   * @param namespace everything that an embedding depends on, hashed
   * @param agreed true where the user agreed to keep embeddings on disk
   */
  static async open(namespace: string, agreed: boolean): Promise<EmbeddingCache> {
    const cache = new EmbeddingCache(namespace, await xxhash());
    if (agreed) await cache.keep();
    return cache;
  }

  /** The user agrees: what is in memory goes to disk, and so does what comes. */
  async keep(): Promise<void> {
    if (this.folder) return;
    this.failure = null;
    try {
      this.folder = await openFolder(this.namespace);
      await this.readSegments(this.folder);
    } catch (error) {
      this.fail(error);
    }
    await this.flush();
  }

  /** The user no longer agrees: nothing more is written. What is on disk is left to {@link clearCaches}. */
  keepNoMore(): void {
    this.folder = null;
  }

  get report(): CacheReport {
    const damaged =
      this.damaged > 0
        ? `Of the stored embeddings ${this.damaged} were damaged: they are not used, and encoded anew.`
        : null;
    const notes = [this.failure, damaged].filter((note) => note !== null);
    return { kind: this.folder ? 'disk' : 'memory', note: notes.length > 0 ? notes.join(' ') : null };
  }

  /** Reads what other workers and tabs have written since. Call it before a run. */
  async refresh(): Promise<void> {
    if (!this.folder) return;
    await this.readSegments(this.folder).catch((error: unknown) => this.fail(error));
  }

  /** The key of a text, or of token ids, of 128 bits. The two kinds are never looked up together. */
  keyOf(of: string | Int32Array): bigint {
    const bytes =
      typeof of === 'string' ? this.utf8.encode(of) : new Uint8Array(of.buffer, of.byteOffset, of.byteLength);
    const [high, low] = SEEDS.map((seed) => this.hash.h64Raw(bytes, seed)) as [bigint, bigint];
    return (high << 64n) | low;
  }

  /** False also for a damaged one. The caller then encodes the text again. */
  has(key: bigint): boolean {
    return this.unwritten.has(key) || this.places.has(key);
  }

  /** Whether only the beginning of the text was encoded. */
  isCut(key: bigint): boolean {
    return this.cut.has(key);
  }

  /** An embedding. It stays valid when it is dropped from memory. @throws RangeError for a missing one; CacheReadError */
  vector(key: bigint): Float32Array {
    const inMemory = this.unwritten.get(key) ?? this.recent.get(key);
    if (inMemory) return inMemory;
    const place = this.places.get(key);
    if (!place) throw new RangeError(`There is no embedding of the key ${key}.`);
    const vector = stored(place);
    this.remember(key, vector);
    return vector;
  }

  /** Adds an embedding under its key. @param isCut only the beginning of its text was encoded */
  add(key: bigint, vector: Float32Array, isCut = false): void {
    this.dimension = vector.length;
    this.unwritten.set(key, vector.slice());
    if (isCut) this.cut.add(key);
  }

  /** Writes what is new. A full disk stops the writing, not the run. */
  async flush(): Promise<void> {
    const { folder } = this;
    if (!folder || this.unwritten.size === 0) return;
    try {
      this.own ??= this.openSegment(folder, freshName());
      const own = await this.own;
      // The user may have taken the yes back meanwhile.
      if (this.folder !== folder) return;
      const entries = [...this.unwritten].map(([key, vector]) => [key, vector, this.cut.has(key)] as const);
      own?.append(entries, ([key, vector], at) => {
        this.places.set(key, { segment: own, at });
        this.unwritten.delete(key);
        this.remember(key, vector);
      });
    } catch (error) {
      this.fail(error);
    }
  }

  async close(): Promise<void> {
    await this.flush();
    for (const segment of this.segments.values()) segment.close();
    this.segments.clear();
    this.folder = null;
  }

  /** Opens what is new in the folder, and reads what is new in each segment. @throws DOMException */
  private async readSegments(folder: FileSystemDirectoryHandle): Promise<void> {
    for (const name of await segmentNames(folder))
      if (!this.segments.has(name)) await this.openSegment(folder, name);
    const damaged = new Set<bigint>();
    for (const segment of this.segments.values()) {
      segment.read((key, at, dimension, isCut) => {
        if (dimension === null) damaged.add(key);
        else if ((this.dimension ||= dimension) === dimension && !this.has(key)) {
          this.places.set(key, { segment, at });
          if (isCut) this.cut.add(key);
        }
      });
    }
    for (const key of damaged) if (!this.has(key)) this.damaged++;
  }

  /** Null where another tab has it open and the browser lets only one read it. */
  private async openSegment(folder: FileSystemDirectoryHandle, name: string): Promise<Segment | null> {
    const file = await openFile(folder, name);
    const segment = file && new Segment(file, this.hash.h32Raw);
    if (segment) this.segments.set(name, segment);
    return segment;
  }

  private remember(key: bigint, vector: Float32Array): void {
    this.recent.set(key, vector);
    const [oldest] = this.recent.keys();
    if (this.recent.size * vector.byteLength > RECENT_BYTES) this.recent.delete(oldest as bigint);
  }

  /** From now on nothing is written, and the run goes on. */
  private fail(error: unknown): void {
    this.folder = null;
    this.own = null;
    this.failure =
      error instanceof DOMException && error.name === 'QuotaExceededError'
        ? FULL
        : `The storage of embeddings failed (${reasonOf(error)}): new ones stay in memory, and the run goes on.`;
  }
}

/** @throws CacheReadError, also where it was damaged since it was found */
function stored({ segment, at }: Place): Float32Array {
  try {
    const vector = segment.vector(at);
    if (vector) return vector;
    throw new CacheReadError('it is damaged');
  } catch (error) {
    throw error instanceof DOMException ? new CacheReadError(error.message) : error;
  }
}
