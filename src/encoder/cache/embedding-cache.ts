/**
 * Embeddings by key: in memory, and on disk once the user agrees to keep them and where the browser has an origin private
 * file system. Another run, another τ or a source made from others then encodes nothing twice. Each worker writes a file of its
 * own and reads those of all others.
 */

import { CacheReadError, reasonOf } from '../errors';
import { SegmentFolder } from './cache-files';
import { createChecksum, recordBytes, Segment, type Checksum, type Pages } from './segment';

export interface CacheReport {
  /** Where new embeddings go. */
  readonly kind: 'disk' | 'memory';
  /** What is wrong, for the page and the report; null where nothing is. */
  readonly note: string | null;
}

/** Where a row is on disk. */
interface Place {
  readonly segment: Segment;
  readonly at: number;
}

const FULL =
  'The storage that the browser gives this page is full: new embeddings stay in memory, and the run goes on. To keep ' +
  'them too, clear the embeddings (Advanced) or free space on the disk, then reload the page.';

const IN_MEMORY =
  'The embeddings fill more than 1 GB of memory, since nothing is kept in this browser. Agree to keep them, and they go to the disk.';

const OTHER_TAB =
  'Another tab of this page has embeddings of this encoder open, and this browser lets only one read them: this tab encodes ' +
  'those texts again.';

/** From so many bytes on it is said that embeddings fill the memory. */
const MUCH_IN_MEMORY = 1 << 30;

/** Bytes that are written at once. */
const WRITE_BYTES = 1 << 22;

export class EmbeddingCache {
  private readonly rowOfKey = new Map<bigint, number>();
  private readonly keys: bigint[] = [];
  /** By row; null while it is in memory alone. */
  private readonly places: (Place | null)[] = [];
  /** Where else an embedding is that several wrote. */
  private readonly spare = new Map<bigint, Place>();
  /** Rows that are not on disk, with their keys. */
  private readonly unwritten = new Map<number, readonly [bigint, Float32Array]>();
  private readonly pages: Pages = new Map();

  private folder: SegmentFolder | null = null;
  private readonly segments = new Map<string, Segment>();
  private own: Segment | null = null;
  /** `unasked`: the user has not agreed, so the disk is left alone. `stopped`: nothing is written any more. */
  private role: 'unasked' | 'writes' | 'stopped' = 'unasked';
  private failure: string | null = null;
  private isOtherTabAlone = false;
  private damaged = 0;
  private dimensionKnown = 0;

  private constructor(
    readonly namespace: string,
    private readonly checksum: Checksum,
  ) {}

  /**
   * Opens the cache of one encoder. Where the disk cannot be used it stays in memory and says why.
   * @param namespace everything that an embedding depends on, hashed
   * @param agreed true where the user agreed to keep embeddings on disk
   */
  static async open(namespace: string, agreed: boolean): Promise<EmbeddingCache> {
    const cache = new EmbeddingCache(namespace, await createChecksum());
    if (agreed) await cache.keep();
    return cache;
  }

  /** The user agrees: what is in memory goes to disk, and so does what comes. */
  async keep(): Promise<void> {
    if (this.role !== 'unasked') return;
    this.role = 'stopped';
    try {
      this.folder = await SegmentFolder.open(this.namespace);
      await this.readSegments(this.folder);
      const { name, file } = await this.folder.create();
      this.own = new Segment(name, file, this.checksum, this.pages);
      this.segments.set(name, this.own);
      this.role = 'writes';
      this.flush();
    } catch (error) {
      this.failure = isFull(error)
        ? FULL
        : `The embedding cache cannot be used (${reasonOf(error)}): embeddings stay in memory.`;
    }
  }

  /** The user no longer agrees: nothing more is written. What is on disk is left to {@link clearCaches}. */
  keepNoMore(): void {
    if (this.role !== 'unasked') this.role = 'stopped';
  }

  get report(): CacheReport {
    const isMuch = this.role === 'unasked' && this.unwritten.size * this.dimension * 4 > MUCH_IN_MEMORY;
    const notes = [
      this.failure,
      this.isOtherTabAlone ? OTHER_TAB : null,
      isMuch ? IN_MEMORY : null,
      this.damaged > 0
        ? `Of the stored embeddings ${this.damaged} were damaged: they are not used, and encoded anew.`
        : null,
    ].filter((note) => note !== null);
    return {
      kind: this.role === 'writes' ? 'disk' : 'memory',
      note: notes.length > 0 ? notes.join(' ') : null,
    };
  }

  /** d, or 0 before the first embedding. */
  get dimension(): number {
    return this.dimensionKnown;
  }

  /** Reads what other workers and tabs have written since. Call it before a run. */
  async refresh(): Promise<void> {
    const { folder } = this;
    if (this.role !== 'writes' || !folder) return;
    await this.readSegments(folder).catch((error: unknown) => this.fail(error));
  }

  /** The row of a key; undefined where there is none or it is damaged. The caller then encodes the text again. */
  rowOf(key: bigint): number | undefined {
    const row = this.rowOfKey.get(key);
    if (row === undefined || this.unwritten.has(row)) return row;
    try {
      if (this.stored(row)) return row;
      const other = this.spare.get(key);
      if (other) this.places[row] = other;
      if (other && this.stored(row)) return row;
      this.damaged++;
    } catch (error) {
      // Who reads it then learns of it.
      this.fail(error);
      return row;
    }
    this.rowOfKey.delete(key);
    return undefined;
  }

  /** One row. It stays valid when it is dropped from memory. @throws RangeError for a missing row, or one damaged since it was found; CacheReadError */
  row(index: number): Float32Array {
    const [, unwritten] = this.unwritten.get(index) ?? [];
    if (unwritten) return unwritten;
    if (!this.places[index]) throw new RangeError(`There is no embedding row ${index}.`);
    try {
      const vector = this.stored(index);
      if (vector) return vector;
    } catch (error) {
      throw error instanceof DOMException ? new CacheReadError(error.message) : error;
    }
    throw new RangeError(
      'A stored embedding was damaged while the run used it. Press "Rank sources": it is encoded anew.',
    );
  }

  /** Adds an embedding under its key and returns its row. @throws RangeError where the cache holds another length */
  add(key: bigint, vector: Float32Array): number {
    if (this.dimensionKnown !== 0 && this.dimensionKnown !== vector.length) {
      throw new RangeError(
        `An embedding of length ${vector.length} came among those of length ${this.dimensionKnown}.`,
      );
    }
    this.dimensionKnown = vector.length;
    const row = this.newRow(key, null);
    this.unwritten.set(row, [key, vector.slice()]);
    return row;
  }

  /** Writes what is new. A full disk stops the writing, not the run. */
  flush(): void {
    if (this.role !== 'writes' || !this.own) return;
    const segment = this.own;
    try {
      const most = Math.max(1, Math.floor(WRITE_BYTES / recordBytes(this.dimension)));
      while (this.unwritten.size > 0) {
        const some: [number, readonly [bigint, Float32Array]][] = [];
        for (const entry of this.unwritten) if (some.push(entry) === most) break;
        const first = segment.append(some.map(([, record]) => record));
        for (const [i, [row]] of some.entries()) {
          this.places[row] = { segment, at: first + i };
          this.unwritten.delete(row);
        }
      }
    } catch (error) {
      this.fail(error);
    }
  }

  close(): void {
    this.flush();
    for (const segment of this.segments.values()) segment.close();
    this.segments.clear();
    if (this.own?.isEmpty) void this.folder?.remove(this.own.name);
    this.role = 'stopped';
  }

  /** Opens what is new in the folder, and reads what is new in each segment. @throws DOMException */
  private async readSegments(folder: SegmentFolder): Promise<void> {
    this.isOtherTabAlone = false;
    for (const name of await folder.names()) {
      if (this.segments.has(name)) continue;
      const file = await folder.open(name);
      if (file) this.segments.set(name, new Segment(name, file, this.checksum, this.pages));
      else this.isOtherTabAlone = true;
    }
    for (const segment of this.segments.values()) {
      if (segment === this.own) continue;
      segment.read((key, at, dimension) => {
        if (this.dimensionKnown === 0 && segment.vector(at, key)) this.dimensionKnown = dimension;
        if (dimension !== this.dimensionKnown) return;
        if (this.rowOfKey.has(key)) this.spare.set(key, { segment, at });
        else this.newRow(key, { segment, at });
      });
    }
  }

  private newRow(key: bigint, place: Place | null): number {
    this.rowOfKey.set(key, this.places.length);
    this.keys.push(key);
    return this.places.push(place) - 1;
  }

  /** A row on disk; null for a damaged one. @throws DOMException */
  private stored(row: number): Float32Array | null {
    const place = this.places[row];
    return place ? place.segment.vector(place.at, this.keys[row] as bigint) : null;
  }

  /** From now on nothing is written, and the run goes on. @throws what is no fault of the disk */
  private fail(error: unknown): void {
    if (!(error instanceof DOMException)) throw error;
    this.role = 'stopped';
    this.failure = isFull(error)
      ? FULL
      : `The storage of embeddings failed (${reasonOf(error)}): new ones stay in memory, and the run goes on.`;
  }
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
