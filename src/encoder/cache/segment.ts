/**
 * Embeddings in a file of one writer: d in a head of 16 bytes, then records of one size, which are only appended. A record has a key
 * (16 bytes), the vector and a checksum of both. Half a record at the end, of a writer that was killed, is not there.
 */

import xxhash from 'xxhash-wasm';

/** What a segment needs of a file: the synchronous interface of the origin private file system. */
export interface SegmentFile {
  getSize(): number;
  read(into: Uint8Array, options: { at: number }): number;
  write(from: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

/** 32 bits of some bytes. */
export type Checksum = (bytes: Uint8Array) => number;

export async function createChecksum(): Promise<Checksum> {
  const { h32Raw } = await xxhash();
  return (bytes) => h32Raw(bytes, 0);
}

const HEAD_BYTES = 16;
const KEY_BYTES = 16;

/** Bytes of a page, in whole records, and how many pages are held in memory. */
const PAGE_BYTES = 1 << 20;
const MOST_PAGES = 256;

/** Pages of all segments in order of use: the first is dropped first. */
export type Pages = Map<string, Uint8Array<ArrayBuffer>>;

/** Of a record. @param dimension d of its vector */
export const recordBytes = (dimension: number) => KEY_BYTES + 4 * dimension + 4;

export class Segment {
  /** Records that were read or written. */
  private count = 0;
  /** d, or 0 before it is known. */
  private dimension = 0;
  private last: { readonly name: string; readonly page: Uint8Array<ArrayBuffer> } | null = null;

  constructor(
    readonly name: string,
    private readonly file: SegmentFile,
    private readonly checksum: Checksum,
    private readonly pages: Pages,
  ) {}

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /**
   * Reads the keys that were not read yet.
   * @param found gets each key, the place of its record, and d
   * @throws whatever the file throws
   */
  read(found: (key: bigint, place: number, dimension: number) => void): void {
    const total = this.file.getSize();
    if (total < HEAD_BYTES) return;
    const head = new Uint8Array(HEAD_BYTES);
    this.file.read(head, { at: 0 });
    this.dimension = new DataView(head.buffer).getUint32(0, true);
    const size = recordBytes(this.dimension);
    const whole = Math.floor((total - HEAD_BYTES) / size);
    while (this.count < whole) {
      const some = Math.min(this.pageRecords, whole - this.count);
      const first = this.count;
      const view = new DataView(this.records(first, some).buffer);
      this.grow(some);
      for (let i = 0; i < some; i++) {
        const key = (view.getBigUint64(i * size, true) << 64n) | view.getBigUint64(i * size + 8, true);
        found(key, first + i, this.dimension);
      }
    }
  }

  /**
   * Appends records and returns the place of the first.
   * @throws whatever the file throws when full, or a QuotaExceededError where it takes fewer bytes than given
   */
  append(records: readonly (readonly [key: bigint, vector: Float32Array])[]): number {
    if (this.count === 0) this.begin(records[0]?.[1].length ?? 0);
    const size = recordBytes(this.dimension);
    const bytes = new Uint8Array(records.length * size);
    const view = new DataView(bytes.buffer);
    records.forEach(([key, vector], i) => {
      const at = i * size;
      view.setBigUint64(at, key >> 64n, true);
      view.setBigUint64(at + 8, key & 0xffff_ffff_ffff_ffffn, true);
      bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), at + KEY_BYTES);
      view.setUint32(at + size - 4, this.checksum(bytes.subarray(at, at + size - 4)), true);
    });
    this.write(bytes, HEAD_BYTES + this.count * size);
    this.file.flush();
    this.grow(records.length);
    return this.count - records.length;
  }

  /** The vector at a place; null where the record is damaged, or has another key. @throws whatever the file throws */
  vector(place: number, key: bigint): Float32Array | null {
    const bytes = this.page(place);
    const at = (place % this.pageRecords) * recordBytes(this.dimension);
    const end = at + recordBytes(this.dimension) - 4;
    const view = new DataView(bytes.buffer);
    const isSound =
      view.getUint32(end, true) === this.checksum(bytes.subarray(at, end)) &&
      view.getBigUint64(at + 8, true) === (key & 0xffff_ffff_ffff_ffffn);
    return isSound ? new Float32Array(bytes.buffer, at + KEY_BYTES, this.dimension) : null;
  }

  close(): void {
    this.file.close();
  }

  private begin(dimension: number): void {
    this.dimension = dimension;
    const head = new Uint8Array(HEAD_BYTES);
    new DataView(head.buffer).setUint32(0, dimension, true);
    this.write(head, 0);
  }

  /** Chromium 147 does not throw when the quota is used up: it reports 4,294,967,288 bytes written. */
  private write(bytes: Uint8Array, at: number): void {
    if (this.file.write(bytes, { at }) === bytes.length) return;
    throw new DOMException('The disk took less than it was given.', 'QuotaExceededError');
  }

  private records(place: number, count: number): Uint8Array<ArrayBuffer> {
    const size = recordBytes(this.dimension);
    const bytes = new Uint8Array(count * size);
    this.file.read(bytes, { at: HEAD_BYTES + place * size });
    return bytes;
  }

  private get pageRecords(): number {
    return Math.max(1, Math.floor(PAGE_BYTES / recordBytes(this.dimension)));
  }

  private pageName(place: number): string {
    return `${this.name} ${Math.floor(place / this.pageRecords)}`;
  }

  private page(place: number): Uint8Array<ArrayBuffer> {
    const name = this.pageName(place);
    if (this.last?.name === name) return this.last.page;
    const page = this.pages.get(name) ?? this.records(place - (place % this.pageRecords), this.pageRecords);
    this.pages.delete(name);
    this.pages.set(name, page);
    const [oldest] = this.pages.keys();
    if (this.pages.size > MOST_PAGES && oldest !== undefined) this.pages.delete(oldest);
    this.last = { name, page };
    return page;
  }

  /** The page that is not full is read anew. */
  private grow(records: number): void {
    this.pages.delete(this.pageName(this.count));
    this.last = null;
    this.count += records;
  }
}

/** How many records of a segment are whole. @param file from its head on */
export async function recordsIn(file: Blob): Promise<number> {
  if (file.size < HEAD_BYTES) return 0;
  const head = new DataView(await file.slice(0, HEAD_BYTES).arrayBuffer());
  return Math.floor((file.size - HEAD_BYTES) / recordBytes(head.getUint32(0, true)));
}
