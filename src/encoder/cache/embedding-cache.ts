/**
 * Embeddings by key: in memory, and on disk once the user agrees to keep them and where the browser has an origin private
 * file system. Another run, another τ or a source made from others then encodes nothing twice. One tab writes. Others read
 * what it wrote and keep their own in memory until they may write.
 */

import { CacheReadError, reasonOf } from '../errors';
import { isInUse, openCacheFiles, type CacheFiles } from './cache-files';
import { CacheLock } from './cache-lock';
import { createChecksum, type Checksum } from './checksum';
import { KeyIndex, storedDimension } from './key-index';
import { DEFAULT_MEMORY_BYTES, PagedRows } from './paged-rows';

export interface CacheReport {
  /** Where new embeddings go. */
  readonly kind: 'disk' | 'memory';
  /** What is wrong, for the page and the report; null where nothing is. */
  readonly note: string | null;
}

/** Embeddings on their way to the worker that may write them. */
export interface HandedOver {
  /** Of each embedding. */
  readonly keys: readonly (readonly bigint[])[];
  readonly dimension: number;
  /** One after the other. */
  readonly vectors: Float32Array<ArrayBuffer>;
}

/** Rows with the keys that lead to them. */
interface Layer {
  readonly rows: PagedRows;
  readonly keys: KeyIndex;
}

/**
 * `unasked`: the user has not agreed, so the disk is left alone. `writer`: only this tab writes. `guest`: another tab does.
 * `stopped`: nothing is written any more.
 */
type Role = 'unasked' | 'writer' | 'guest' | 'stopped';

const FULL =
  'The storage that the browser gives this page is full: new embeddings stay in memory, and the run goes on. To keep ' +
  'them too, clear the embeddings (Advanced) or free space on the disk, then reload the page.';

/** From so many bytes on it is said that embeddings fill the memory. */
const MUCH_IN_MEMORY = 1 << 30;

const IN_MEMORY =
  'The embeddings fill more than 1 GB of memory, since nothing is kept in this browser. Agree to keep them, and they go to the disk.';

const OTHER_TAB = 'Another tab of this page writes the embeddings of this encoder';

/** Rows on disk count from 0 up, rows in memory from -1 down, so a row keeps its number. */
export class EmbeddingCache {
  /** What is on disk; null before d is known and where the disk cannot be used. */
  private stored: Layer | null = null;
  /** What could not be written to disk; null while there is none. */
  private unstored: Layer | null = null;
  private files: CacheFiles | null = null;
  private role: Role = 'unasked';
  private failure: string | null = null;
  /** Keys of rows in memory that another worker of the page is to write; null where none is asked to. */
  private collected: Map<number, bigint[]> | null = null;
  private readonly damagedRows = new Set<number>();
  private dimensionKnown = 0;

  private constructor(
    readonly namespace: string,
    private readonly lock: CacheLock,
    private readonly checksum: Checksum,
  ) {}

  /**
   * Opens the cache of one encoder. Where the disk cannot be used it stays in memory and says why.
   * @param namespace everything that an embedding depends on, hashed
   * @param agreed true where the user agreed to keep embeddings on disk
   */
  static async open(namespace: string, agreed: boolean): Promise<EmbeddingCache> {
    const cache = new EmbeddingCache(namespace, new CacheLock(namespace), await createChecksum());
    if (agreed) await cache.keep();
    return cache;
  }

  /** The user agrees: what is in memory goes to disk, and so does what comes. */
  async keep(): Promise<void> {
    if (this.role !== 'unasked') return;
    this.role = 'stopped';
    const alone = await this.lock.take();
    await this.openFiles(alone);
    if (alone) this.moveToDisk();
    else this.lock.whenFree(() => void this.becomeWriter());
  }

  /** The user no longer agrees: nothing more is written. What is on disk is left to {@link clearCaches}. */
  keepNoMore(): void {
    if (this.role !== 'unasked') this.role = 'stopped';
  }

  get report(): CacheReport {
    return { kind: this.files && this.role === 'writer' ? 'disk' : 'memory', note: this.note };
  }

  /** d, or 0 before the first embedding. */
  get dimension(): number {
    return this.dimensionKnown;
  }

  /** Reads what another tab has written since. Call it before a run. */
  refresh(): void {
    if (this.role === 'guest') this.onDisk(() => this.readStored());
  }

  /** The row of a key; undefined where there is none or it is damaged. The caller then encodes the text again. */
  rowOf(key: bigint): number | undefined {
    const stored = this.stored?.keys.get(key);
    if (stored !== undefined) {
      const sound = this.onDisk(() => this.stored?.rows.isSound(stored));
      if (sound) return stored;
      if (sound === false) this.damagedRows.add(stored);
    }
    const unstored = this.unstored?.keys.get(key);
    return unstored === undefined ? undefined : -1 - unstored;
  }

  /** @throws RangeError for a missing row, or one damaged since it was found; CacheReadError */
  row(index: number): Float32Array {
    const layer = index < 0 ? this.unstored : this.stored;
    if (!layer) throw new RangeError(`There is no embedding row ${index}.`);
    try {
      return layer.rows.row(index < 0 ? -1 - index : index);
    } catch (error) {
      throw error instanceof DOMException ? new CacheReadError(error.message) : error;
    }
  }

  /** Adds an embedding under its keys and returns its row. @throws RangeError where the cache holds another length */
  add(keys: readonly bigint[], vector: Float32Array): number {
    this.setKnown(vector.length);
    const row = this.appendOnDisk(vector) ?? -1 - this.inMemory().rows.append(vector);
    for (const key of keys) this.link(key, row);
    return row;
  }

  /** Another key of a row that is already there. */
  link(key: bigint, row: number): void {
    if (row >= 0) {
      this.stored?.keys.set(key, row);
      return;
    }
    this.unstored?.keys.set(key, -1 - row);
    this.collected?.set(row, [...(this.collected.get(row) ?? []), key]);
  }

  /** Collects from now on what cannot be written here. */
  collect(): void {
    this.collected ??= new Map();
  }

  /** What was collected since the last time; null where that is nothing. */
  handOver(): HandedOver | null {
    const { collected, dimension } = this;
    if (!collected?.size) return null;
    this.collected = new Map();
    const vectors = new Float32Array(collected.size * dimension);
    for (const [i, row] of [...collected.keys()].entries()) vectors.set(this.row(row), i * dimension);
    return { keys: [...collected.values()], dimension, vectors };
  }

  /** Writes what another worker of the page has embedded. @returns whether it is on disk */
  takeOver({ keys, dimension, vectors }: HandedOver): boolean {
    for (const [i, all] of keys.entries()) {
      const missing = all.filter((key) => this.rowOf(key) === undefined);
      const known = all.map((key) => this.rowOf(key)).find((row) => row !== undefined);
      if (known === undefined) this.add(all, vectors.subarray(i * dimension, (i + 1) * dimension));
      else for (const key of missing) this.link(key, known);
    }
    this.flush();
    return this.report.kind === 'disk';
  }

  /** Writes what is new: rows first, then the keys that point to them. A full disk stops the writing, not the run. */
  flush(): void {
    if (this.role !== 'writer' || !this.stored) return;
    const { rows, keys } = this.stored;
    this.onDisk(() => {
      rows.flush();
      keys.flush();
    });
  }

  close(): void {
    this.flush();
    this.files?.rows.close();
    this.files?.keys.close();
    this.files = null;
    this.role = 'stopped';
    this.lock.letGo();
  }

  private get note(): string | null {
    const notes = [
      this.failure,
      this.role === 'unasked' && (this.unstored?.rows.bytes ?? 0) > MUCH_IN_MEMORY ? IN_MEMORY : null,
      this.damagedRows.size > 0
        ? `Of the stored embeddings ${this.damagedRows.size} were damaged: they are not used, and encoded anew.`
        : null,
    ].filter((note) => note !== null);
    return notes.length > 0 ? notes.join(' ') : null;
  }

  /** @param alone true where this tab may write */
  private async openFiles(alone: boolean): Promise<void> {
    try {
      this.files = await openCacheFiles(this.namespace, alone);
      this.role = alone ? 'writer' : 'guest';
      if (this.files && alone) this.beginAnewWhereDamaged(this.files);
      this.failure = null;
      if (!alone) {
        this.failure = this.files
          ? `${OTHER_TAB}: this one reads them, and keeps its own in memory until that tab is closed.`
          : `${OTHER_TAB}, and this browser lets only one read them: this one keeps its own in memory until that tab is closed.`;
      }
      this.readStored();
    } catch (error) {
      this.files?.rows.close();
      this.files?.keys.close();
      this.files = null;
      this.role = 'stopped';
      this.failure = whyUnusable(error);
    }
  }

  /** The writing tab is closed: writes what this one has in memory, and writes directly from now on. */
  private async becomeWriter(): Promise<void> {
    if (!this.files) await this.openFiles(true);
    else {
      this.role = 'writer';
      this.failure = null;
      this.beginAnewWhereDamaged(this.files);
      this.readStored();
    }
    this.moveToDisk();
  }

  /** Copies what is in memory to disk. Rows in memory keep their numbers. */
  private moveToDisk(): void {
    if (!this.unstored || this.role !== 'writer') return;
    this.onDisk(() => this.copyToDisk());
    this.flush();
  }

  private copyToDisk(): void {
    if (!this.stored) this.readStored();
    const { unstored, stored } = this;
    if (!unstored || !stored) return;
    const copies = new Map<number, number>();
    for (const [key, row] of unstored.keys.entries()) {
      const known = stored.keys.get(key);
      if (known !== undefined && stored.rows.isSound(known)) continue;
      const copy = copies.get(row) ?? stored.rows.append(unstored.rows.row(row));
      copies.set(row, copy);
      stored.keys.set(key, copy);
    }
  }

  /** Without a sound header nobody knows what the rows are. */
  private beginAnewWhereDamaged({ rows, keys }: CacheFiles): void {
    if (storedDimension(keys, this.checksum) === null && rows.getSize() > 0) rows.truncate(0);
  }

  /** Reads what is on disk again. Rows keep their numbers, since files only grow. */
  private readStored(): void {
    const { files, checksum, role } = this;
    if (!files) return;
    const dimension = storedDimension(files.keys, checksum) ?? this.dimensionKnown;
    if (dimension === 0) return;
    this.setKnown(dimension);
    const rows = new PagedRows({ dimension, file: files.rows, memoryBytes: DEFAULT_MEMORY_BYTES, checksum });
    const keys = new KeyIndex({
      file: files.keys,
      dimension,
      rowCount: rows.count,
      mayWrite: role === 'writer',
      checksum,
    });
    this.stored = { rows, keys };
  }

  /** Null where the row must stay in memory. */
  private appendOnDisk(vector: Float32Array): number | null {
    if (this.role !== 'writer') return null;
    const row = this.onDisk(() => {
      if (!this.stored) this.readStored();
      return this.stored?.rows.append(vector);
    });
    return row ?? null;
  }

  /** The result of work on the disk; undefined where it fails. From then on nothing is written, and the run goes on. */
  private onDisk<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.role = 'stopped';
      this.failure =
        error.name === 'QuotaExceededError'
          ? FULL
          : `The storage of embeddings failed (${reasonOf(error)}): new ones stay in memory, and the run goes on.`;
      return undefined;
    }
  }

  private setKnown(dimension: number): void {
    if (this.dimensionKnown !== 0 && this.dimensionKnown !== dimension) {
      throw new RangeError(`The cache holds embeddings of length ${this.dimensionKnown}, not ${dimension}.`);
    }
    this.dimensionKnown = dimension;
  }

  private inMemory(): Layer {
    const { dimensionKnown: dimension, checksum } = this;
    this.unstored ??= {
      rows: new PagedRows({ dimension, file: null, memoryBytes: DEFAULT_MEMORY_BYTES, checksum }),
      keys: new KeyIndex({ file: null, dimension, rowCount: 0, mayWrite: false, checksum }),
    };
    return this.unstored;
  }
}

/** Why the files could not be opened. */
function whyUnusable(error: unknown): string {
  if (isInUse(error)) return `${OTHER_TAB}: this one keeps its own in memory.`;
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return FULL;
  return `The embedding cache cannot be used (${reasonOf(error)}): embeddings stay in memory.`;
}
