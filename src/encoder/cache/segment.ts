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

/** Bytes that are read at once. */
const CHUNK_BYTES = 1 << 22;

/** Of a record. @param dimension d of its vector */
export const recordBytes = (dimension: number) => KEY_BYTES + 4 * dimension + 4;

export class Segment {
  /** Records that were read or written. */
  private count = 0;
  /** d, or 0 before it is known. */
  private dimension = 0;

  constructor(
    private readonly file: SegmentFile,
    private readonly checksum: Checksum,
  ) {}

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /**
   * Reads the records that were not read yet.
   * @param found gets the key and the place of each record and its d; null for the key of a damaged one
   * @throws whatever the file throws
   */
  read(found: (key: bigint | null, place: number, dimension: number) => void): void {
    const total = this.file.getSize();
    if (total < HEAD_BYTES) return;
    const head = new Uint8Array(HEAD_BYTES);
    this.file.read(head, { at: 0 });
    this.dimension = new DataView(head.buffer).getUint32(0, true);
    const size = recordBytes(this.dimension);
    const whole = Math.floor((total - HEAD_BYTES) / size);
    const chunk = Math.max(1, Math.floor(CHUNK_BYTES / size));
    while (this.count < whole) {
      const some = Math.min(chunk, whole - this.count);
      const bytes = this.records(this.count, some);
      const view = new DataView(bytes.buffer);
      for (let i = 0; i < some; i++) {
        const key = this.isSound(bytes, i * size) ? keyAt(view, i * size) : null;
        found(key, this.count + i, this.dimension);
      }
      this.count += some;
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
    this.count += records.length;
    return this.count - records.length;
  }

  /** Vectors from a place on; null for a record that is damaged. @throws whatever the file throws */
  vectors(place: number, count: number): (Float32Array | null)[] {
    const size = recordBytes(this.dimension);
    const bytes = this.records(place, count);
    return Array.from({ length: count }, (_, i) =>
      this.isSound(bytes, i * size)
        ? new Float32Array(bytes.buffer, i * size + KEY_BYTES, this.dimension)
        : null,
    );
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

  private isSound(bytes: Uint8Array<ArrayBuffer>, at: number): boolean {
    const end = at + recordBytes(this.dimension) - 4;
    return new DataView(bytes.buffer).getUint32(end, true) === this.checksum(bytes.subarray(at, end));
  }
}

/** How many records of a segment are whole. @param file from its head on */
export async function recordsIn(file: Blob): Promise<number> {
  if (file.size < HEAD_BYTES) return 0;
  const head = new DataView(await file.slice(0, HEAD_BYTES).arrayBuffer());
  return Math.floor((file.size - HEAD_BYTES) / recordBytes(head.getUint32(0, true)));
}

function keyAt(view: DataView, at: number): bigint {
  return (view.getBigUint64(at, true) << 64n) | view.getBigUint64(at + 8, true);
}
