/**
 * Embeddings by key: in memory, and on disk once the user agrees to keep them and where the browser has an origin private
 * file system. Another run, another τ or a source made from others then encodes nothing twice. Each worker writes a file of its
 * own and reads those of all others.
 */

import xxhash, { type XXHashAPI } from 'xxhash-wasm';

import { CacheReadError, reasonOf } from '../errors';
import { freshName, openFile, openFolder, removeIfLeft, segmentNames } from './cache-files';
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
  'them too, clear the embeddings (Advanced) or free space on the disk, then reload the page.';

const IN_MEMORY =
  'The embeddings fill more than 1 GB of memory, since nothing is kept in this browser. Agree to keep them, and they go to the disk.';

const OTHER_RUN =
  'Another run has embeddings of this encoder open, and the storage lets only one read them: this one encodes those texts ' +
  'again.';

/** From so many bytes on it is said that embeddings fill the memory. */
const MUCH_IN_MEMORY = 1 << 30;

/** Bytes of embeddings that are in memory beside the disk. */
const RECENT_BYTES = 1 << 28;

export class EmbeddingCache {
  private readonly places = new Map<bigint, Place>();
  /** Those that are not on disk. */
  private readonly unwritten = new Map<bigint, Float32Array>();
  /** Some that are on disk too; the first goes first. */
  private readonly recent = new Map<bigint, Float32Array>();

  /** Keys of texts of which only the beginning was encoded. */
  private readonly cut = new Set<bigint>();

  private folder: FileSystemDirectoryHandle | null = null;
  private readonly segments = new Map<string, Segment>();
  /** True once the user agreed; before it the disk is left alone. */
  private agreed = false;
  /** What this worker writes; null where nothing is written, or nothing more. */
  private own: Segment | null = null;
  private failure: string | null = null;
  private isOtherRunAlone = false;
  private damaged = 0;
  /** d, or 0 before the first embedding. */
  dimension = 0;

  private constructor(
    readonly namespace: string,
    private readonly checksum: XXHashAPI['h32Raw'],
  ) {}

  /**
   * Opens the cache of one encoder. Where the disk cannot be used it stays in memory and says why.
   * @param namespace everything that an embedding depends on, hashed
   * @param agreed true where the user agreed to keep embeddings on disk
   */
  static async open(namespace: string, agreed: boolean): Promise<EmbeddingCache> {
    const cache = new EmbeddingCache(namespace, (await xxhash()).h32Raw);
    if (agreed) await cache.keep();
    return cache;
  }

  /** The user agrees: what is in memory goes to disk, and so does what comes. */
  async keep(): Promise<void> {
    if (this.agreed) return;
    this.agreed = true;
    try {
      this.folder = await openFolder(this.namespace);
      await this.readSegments(this.folder);
      this.own = await this.openSegment(this.folder, freshName());
      this.flush();
    } catch (error) {
      this.failure = isFull(error)
        ? FULL
        : `The embedding cache cannot be used (${reasonOf(error)}): embeddings stay in memory.`;
    }
  }

  /** The user no longer agrees: nothing more is written. What is on disk is left to {@link clearCaches}. */
  keepNoMore(): void {
    this.own = null;
  }

  get report(): CacheReport {
    const isMuch = !this.agreed && this.unwritten.size * this.dimension * 4 > MUCH_IN_MEMORY;
    const notes = [
      this.failure,
      this.isOtherRunAlone ? OTHER_RUN : null,
      isMuch ? IN_MEMORY : null,
      this.damaged > 0
        ? `Of the stored embeddings ${this.damaged} were damaged: they are not used, and encoded anew.`
        : null,
    ].filter((note) => note !== null);
    return { kind: this.own ? 'disk' : 'memory', note: notes.length > 0 ? notes.join(' ') : null };
  }

  /** Reads what other workers and tabs have written since. Call it before a run. */
  async refresh(): Promise<void> {
    if (!this.own || !this.folder) return;
    await this.readSegments(this.folder).catch((error: unknown) => this.fail(error));
  }

  /** False also for a damaged one. The caller then encodes the text again. */
  has(key: bigint): boolean {
    return this.unwritten.has(key) || this.places.has(key);
  }

  /** Whether only the beginning of the text was encoded. */
  isCut(key: bigint): boolean {
    return this.cut.has(key);
  }

  /** An embedding. It stays valid when it is dropped from memory. @throws RangeError for a missing one, or one damaged since it was found; CacheReadError */
  vector(key: bigint): Float32Array {
    const inMemory = this.unwritten.get(key) ?? this.recent.get(key);
    if (inMemory) return inMemory;
    const place = this.places.get(key);
    if (!place) throw new RangeError(`There is no embedding of the key ${key}.`);
    const vector = stored(place);
    this.remember(key, vector);
    return vector;
  }

  /** Adds an embedding under its key. @param isCut only the beginning of its text was encoded @throws RangeError where the cache holds another length */
  add(key: bigint, vector: Float32Array, isCut = false): void {
    if (this.dimension !== 0 && this.dimension !== vector.length) {
      throw new RangeError(
        `An embedding of length ${vector.length} came among those of length ${this.dimension}.`,
      );
    }
    this.dimension = vector.length;
    this.unwritten.set(key, vector.slice());
    if (isCut) this.cut.add(key);
  }

  /** Writes what is new. A full disk stops the writing, not the run. */
  flush(): void {
    const { own } = this;
    if (!own || this.unwritten.size === 0) return;
    try {
      const entries = [...this.unwritten].map(([key, vector]) => [key, vector, this.cut.has(key)] as const);
      own.append(entries, ([key, vector], at) => {
        this.places.set(key, { segment: own, at });
        this.unwritten.delete(key);
        this.remember(key, vector);
      });
    } catch (error) {
      this.fail(error);
    }
  }

  close(): void {
    this.flush();
    for (const segment of this.segments.values()) segment.close();
    this.segments.clear();
    if (this.own?.isEmpty) this.folder?.removeEntry(this.own.name).catch(() => undefined);
    this.own = null;
  }

  /** Opens what is new in the folder, and reads what is new in each segment. @throws DOMException */
  private async readSegments(folder: FileSystemDirectoryHandle): Promise<void> {
    this.isOtherRunAlone = false;
    for (const name of await segmentNames(folder)) {
      if (this.segments.has(name)) continue;
      if (!(await this.openSegment(folder, name))) this.isOtherRunAlone = true;
    }
    const damaged = new Set<bigint>();
    for (const segment of this.segments.values()) {
      segment.read((key, at, dimension, isCut) => {
        if (dimension === null) damaged.add(key);
        else if ((this.dimension ||= dimension) === dimension && !this.has(key)) {
          this.places.set(key, { segment, at });
          if (isCut) this.cut.add(key);
        }
      });
      if (segment.isEmpty && segment !== this.own) {
        this.segments.delete(segment.name);
        segment.close();
        await removeIfLeft(folder, segment.name).catch(() => undefined);
      }
    }
    for (const key of damaged) if (!this.has(key)) this.damaged++;
  }

  private async openSegment(folder: FileSystemDirectoryHandle, name: string): Promise<Segment | null> {
    const file = await openFile(folder, name);
    if (!file) return null;
    const segment = new Segment(name, file, this.checksum);
    this.segments.set(name, segment);
    return segment;
  }

  private remember(key: bigint, vector: Float32Array): void {
    this.recent.set(key, vector);
    const [oldest] = this.recent.keys();
    if (this.recent.size * vector.byteLength > RECENT_BYTES) this.recent.delete(oldest as bigint);
  }

  /** From now on nothing is written, and the run goes on. @throws what is no fault of the disk */
  private fail(error: unknown): void {
    if (!(error instanceof DOMException)) throw error;
    this.own = null;
    this.failure = isFull(error)
      ? FULL
      : `The storage of embeddings failed (${reasonOf(error)}): new ones stay in memory, and the run goes on.`;
  }
}

/** @throws RangeError where it was damaged since it was found; CacheReadError */
function stored({ segment, at }: Place): Float32Array {
  let vector: Float32Array | null;
  try {
    vector = segment.vector(at);
  } catch (error) {
    throw error instanceof DOMException ? new CacheReadError(error.message) : error;
  }
  if (vector) return vector;
  throw new RangeError(
    'A stored embedding was damaged while the run used it. Press "Rank sources": it is encoded anew.',
  );
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
