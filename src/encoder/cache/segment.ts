/**
 * Embeddings in a file of one writer: d in a head of 16 bytes, then records of one size, which are only appended. A record has a key
 * (16 bytes), 1 where the text was cut (4 bytes), the vector and a checksum of all that. Half a record at the end, of a writer that was killed, is not there.
 */

import type { XXHashAPI } from 'xxhash-wasm';

/** What a segment needs of a file: the synchronous interface of the origin private file system. */
export interface SegmentFile {
  getSize(): number;
  read(into: Uint8Array, options: { at: number }): number;
  write(from: Uint8Array, options: { at: number }): number;
  flush(): void;
  close(): void;
}

const HEAD_BYTES = 16;
const KEY_BYTES = 16;
const VECTOR_FROM = KEY_BYTES + 4;

/** Bytes that are read or written at once, in whole records. */
const CHUNK_BYTES = 1 << 22;

type Entry = readonly [key: bigint, vector: Float32Array, isCut: boolean];

export class Segment {
  /** Records that were read or written. */
  private count = 0;
  /** d, or 0 before it is known. */
  private dimension = 0;

  constructor(
    private readonly file: SegmentFile,
    /** 32 bits of some bytes. */
    private readonly checksum: XXHashAPI['h32Raw'],
  ) {}

  /**
   * Reads the records that were not read yet.
   * @param found gets each key with the place of its record, d (null for a damaged record), and whether its text was cut
   * @throws whatever the file throws
   */
  read(found: (key: bigint, place: number, dimension: number | null, isCut: boolean) => void): void {
    const total = this.file.getSize();
    if (total < HEAD_BYTES) return;
    this.dimension = dimensionIn(this.bytes(0, HEAD_BYTES));
    const size = recordBytes(this.dimension);
    const whole = Math.floor((total - HEAD_BYTES) / size);
    while (this.count < whole) {
      const some = Math.min(perChunk(size), whole - this.count);
      const chunk = this.bytes(HEAD_BYTES + this.count * size, some * size);
      for (let at = 0; at < chunk.length; at += size) {
        const record = chunk.subarray(at, at + size);
        const view = new DataView(chunk.buffer, at);
        const key = (view.getBigUint64(0, true) << 64n) | view.getBigUint64(8, true);
        const isCut = view.getUint32(KEY_BYTES, true) === 1;
        found(key, this.count++, this.isSound(record) ? this.dimension : null, isCut);
      }
    }
  }

  /**
   * Appends records and gives each its place, once those that are written together are on the disk.
   * @throws whatever the file throws when full, or a QuotaExceededError where it takes fewer bytes than given
   */
  append(entries: readonly Entry[], written: (entry: Entry, place: number) => void): void {
    if (this.count === 0) this.begin(entries[0]?.[1].length ?? 0);
    const size = recordBytes(this.dimension);
    for (let from = 0; from < entries.length; from += perChunk(size)) {
      const some = entries.slice(from, from + perChunk(size));
      this.write(this.records(some), HEAD_BYTES + this.count * size);
      this.file.flush();
      for (const entry of some) written(entry, this.count++);
    }
  }

  /** The vector at a place; null where the record is damaged. @throws whatever the file throws */
  vector(place: number): Float32Array | null {
    const size = recordBytes(this.dimension);
    const record = this.bytes(HEAD_BYTES + place * size, size);
    return this.isSound(record) ? new Float32Array(record.buffer, VECTOR_FROM, this.dimension) : null;
  }

  close(): void {
    this.file.close();
  }

  private isSound(record: Uint8Array): boolean {
    const end = record.length - 4;
    const stored = new DataView(record.buffer, record.byteOffset).getUint32(end, true);
    return stored === this.checksum(record.subarray(0, end));
  }

  private begin(dimension: number): void {
    this.dimension = dimension;
    const head = new Uint8Array(HEAD_BYTES);
    new DataView(head.buffer).setUint32(0, dimension, true);
    this.write(head, 0);
  }

  private records(entries: readonly Entry[]): Uint8Array {
    const size = recordBytes(this.dimension);
    const bytes = new Uint8Array(entries.length * size);
    const view = new DataView(bytes.buffer);
    entries.forEach(([key, vector, isCut], i) => {
      const at = i * size;
      view.setBigUint64(at, key >> 64n, true);
      view.setBigUint64(at + 8, key & 0xffff_ffff_ffff_ffffn, true);
      view.setUint32(at + KEY_BYTES, Number(isCut), true);
      bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), at + VECTOR_FROM);
      view.setUint32(at + size - 4, this.checksum(bytes.subarray(at, at + size - 4)), true);
    });
    return bytes;
  }

  /** Chromium 147 does not throw when the quota is used up: it reports 4,294,967,288 bytes written. */
  private write(bytes: Uint8Array, at: number): void {
    if (this.file.write(bytes, { at }) === bytes.length) return;
    throw new DOMException('The disk took less than it was given.', 'QuotaExceededError');
  }

  private bytes(at: number, length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    this.file.read(bytes, { at });
    return bytes;
  }
}

function dimensionIn(head: Uint8Array): number {
  return new DataView(head.buffer).getUint32(0, true);
}

/** Of a record. @param dimension d of its vector */
function recordBytes(dimension: number): number {
  return VECTOR_FROM + 4 * dimension + 4;
}

function perChunk(size: number): number {
  return Math.max(1, Math.floor(CHUNK_BYTES / size));
}
