/**
 * Embeddings by key: in memory, and on disk once the user agrees to keep them and where the browser has an origin private
 * file system. Another run, another τ or a source made from others then encodes nothing twice. Each worker writes a file of its
 * own and reads those of all others.
 */

import { CacheReadError, reasonOf } from '../errors';
import { SegmentFolder } from './cache-files';
import { createChecksum, type Checksum } from './checksum';
import { Segment, type Link } from './segment';

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

/** Bytes of rows from the disk that are held in memory. */
const MOST_RECENT_BYTES = 256 << 20;

/** Bytes that are read at once, and that a page of new rows and a block on disk have. */
const READ_BYTES = 1 << 16;
const PAGE_BYTES = 1 << 20;
const BLOCK_BYTES = 1 << 22;

export class EmbeddingCache {
  private readonly rowOfKey = new Map<bigint, number>();
  /** By row: its own key, and where it is on disk, first the place that is read. None while it is in memory alone. */
  private readonly keys: bigint[] = [];
  private readonly places: (readonly Place[])[] = [];
  /** Rows that are not on disk. */
  private readonly unwritten = new Map<number, Float32Array>();
  private unwrittenLinks: Link[] = [];
  /** Rows that are on disk too, in order of use: the first is dropped first. */
  private readonly recent = new Map<number, Float32Array>();
  private page = new Float32Array();
  private pageUsed = 0;

  private folder: SegmentFolder | null = null;
  private readonly segments = new Map<string, Segment>();
  private own: Segment | null = null;
  /** `unasked`: the user has not agreed, so the disk is left alone. `stopped`: nothing is written any more. */
  private role: 'unasked' | 'writes' | 'stopped' = 'unasked';
  private failure: string | null = null;
  private isOtherTabAlone = false;
  private readonly damagedRows = new Set<number>();
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
      this.own = new Segment(file, this.checksum);
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
    const notes = [
      this.failure,
      this.isOtherTabAlone ? OTHER_TAB : null,
      this.role === 'unasked' && this.unwritten.size * this.dimension * 4 > MUCH_IN_MEMORY ? IN_MEMORY : null,
      this.damagedRows.size > 0
        ? `Of the stored embeddings ${this.damagedRows.size} were damaged: they are not used, and encoded anew.`
        : null,
      [...this.segments.values()].some(({ isBroken }) => isBroken)
        ? 'A file of stored embeddings is damaged: what cannot be found in it any more is encoded anew.'
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
    if (row === undefined || this.unwritten.has(row) || this.recent.has(row)) return row;
    const isSound = this.onDisk(() => this.fetch(row));
    if (isSound) return row;
    if (isSound === false) this.damagedRows.add(row);
    this.rowOfKey.delete(key);
    return undefined;
  }

  /** One row. It stays valid when it is dropped from memory. @throws RangeError for a missing row, or one damaged since it was found; CacheReadError */
  row(index: number): Float32Array {
    const unwritten = this.unwritten.get(index);
    if (unwritten) return unwritten;
    if (!(index >= 0 && index < this.places.length)) {
      throw new RangeError(`There is no embedding row ${index}.`);
    }
    try {
      if (!this.recent.has(index) && !this.fetch(index)) {
        throw new RangeError(
          'A stored embedding was damaged while the run used it. Press "Rank sources": it is encoded anew.',
        );
      }
    } catch (error) {
      throw error instanceof DOMException ? new CacheReadError(error.message) : error;
    }
    const row = this.recent.get(index) as Float32Array;
    this.hold(index, row);
    return row;
  }

  /** Adds an embedding under its keys and returns its row. @throws RangeError where the cache holds another length */
  add(keys: readonly [bigint, ...bigint[]], vector: Float32Array): number {
    this.setKnown(vector.length);
    const row = this.newRow(keys[0], []);
    this.unwritten.set(row, this.copied(vector));
    for (const key of keys.slice(1)) this.link(key, row);
    return row;
  }

  /** Another key of a row that is already there. */
  link(key: bigint, row: number): void {
    this.rowOfKey.set(key, row);
    this.unwrittenLinks.push([key, this.keys[row] as bigint]);
  }

  /** Writes what is new. A full disk stops the writing, not the run. */
  flush(): void {
    const { own, dimension } = this;
    if (this.role !== 'writes' || !own) return;
    const most = Math.max(1, Math.floor(BLOCK_BYTES / (4 * dimension + 4)));
    this.onDisk(() => {
      while (this.unwritten.size + this.unwrittenLinks.length > 0) {
        const rows: number[] = [];
        for (const row of this.unwritten.keys()) if (rows.push(row) === most) break;
        const vectors = rows.map((row) => this.unwritten.get(row) as Float32Array);
        const keys = rows.map((row) => this.keys[row] as bigint);
        const links = rows.length === this.unwritten.size ? this.unwrittenLinks : [];
        const places = own.append(dimension, keys, vectors, links);
        rows.forEach((row, i) => {
          this.places[row] = [{ segment: own, at: places[i] as number }];
          this.unwritten.delete(row);
          this.hold(row, vectors[i] as Float32Array);
        });
        if (links.length > 0) this.unwrittenLinks = [];
      }
    });
  }

  close(): void {
    this.flush();
    for (const [name, segment] of this.segments) {
      segment.close();
      if (segment === this.own && segment.isEmpty) void this.folder?.remove(name);
    }
    this.segments.clear();
    this.role = 'stopped';
  }

  /** Opens what is new in the folder, and reads what is new in each segment. @throws DOMException */
  private async readSegments(folder: SegmentFolder): Promise<void> {
    this.isOtherTabAlone = false;
    for (const name of await folder.names()) {
      if (this.segments.has(name)) continue;
      const file = await folder.open(name);
      if (file) this.segments.set(name, new Segment(file, this.checksum));
      else this.isOtherTabAlone = true;
    }
    const links: Link[] = [];
    for (const segment of this.segments.values()) {
      if (segment === this.own) continue;
      const row = (key: bigint, dimension: number, at: number) => {
        if (this.dimensionKnown === 0) this.dimensionKnown = dimension;
        if (dimension === this.dimensionKnown) this.findRow(key, { segment, at });
      };
      segment.read({ row, link: (link) => links.push(link) });
    }
    for (const [key, target] of links) {
      const row = this.rowOfKey.get(target);
      if (row !== undefined && !this.rowOfKey.has(key)) this.rowOfKey.set(key, row);
    }
  }

  /** A row of another writer. One that is there already has one more place: the first may be damaged. */
  private findRow(key: bigint, place: Place): void {
    const known = this.rowOfKey.get(key);
    if (known === undefined) this.newRow(key, [place]);
    else if (!this.unwritten.has(known)) this.places[known] = [...(this.places[known] ?? []), place];
  }

  private newRow(key: bigint, places: readonly Place[]): number {
    this.keys.push(key);
    this.rowOfKey.set(key, this.places.length);
    return this.places.push(places) - 1;
  }

  /** Reads a row, and those that stand behind it, into memory. @returns whether it is sound @throws DOMException */
  private fetch(row: number): boolean {
    const { dimension } = this;
    for (const { segment, at } of this.places[row] ?? []) {
      const bytes = 4 * dimension + 4;
      const most = Math.max(1, Math.floor(READ_BYTES / bytes));
      let count = 1;
      for (; count < most; count++) {
        const next = this.places[row + count]?.[0];
        if (next?.segment !== segment || next.at !== at + count * bytes) break;
      }
      segment.rows(at, dimension, this.keys.slice(row, row + count)).forEach((vector, i) => {
        if (vector) this.hold(row + i, vector);
      });
      if (this.recent.has(row)) return true;
    }
    return false;
  }

  /** Holds a row in memory, and drops those that were used longest ago. */
  private hold(row: number, vector: Float32Array): void {
    this.recent.delete(row);
    this.recent.set(row, vector);
    if (this.recent.size * this.dimension * 4 <= MOST_RECENT_BYTES) return;
    const [oldest] = this.recent.keys();
    if (oldest !== undefined) this.recent.delete(oldest);
  }

  /** A copy in a page, so that a million rows are no million buffers. */
  private copied(vector: Float32Array): Float32Array {
    const { length } = vector;
    if (this.pageUsed + length > this.page.length) {
      this.page = new Float32Array(Math.max(length, PAGE_BYTES / 4));
      this.pageUsed = 0;
    }
    const copy = this.page.subarray(this.pageUsed, (this.pageUsed += length));
    copy.set(vector);
    return copy;
  }

  /** The result of work on the disk; undefined where it fails. From then on nothing is written, and the run goes on. */
  private onDisk<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }

  /** @throws what is no fault of the disk */
  private fail(error: unknown): void {
    if (!(error instanceof DOMException)) throw error;
    this.role = 'stopped';
    this.failure = isFull(error)
      ? FULL
      : `The storage of embeddings failed (${reasonOf(error)}): new ones stay in memory, and the run goes on.`;
  }

  private setKnown(dimension: number): void {
    if (this.dimensionKnown !== 0 && this.dimensionKnown !== dimension) {
      throw new RangeError(
        `An embedding of length ${dimension} came among those of length ${this.dimensionKnown}.`,
      );
    }
    this.dimensionKnown = dimension;
  }
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
