/**
 * Embeddings in a file of one writer, in blocks that are only appended. A block has d, its numbers of rows and links and a
 * checksum (four 32-bit words), a key for each row, links (a key and the key of the row that it means), then the rows, each with
 * a checksum. A writer that was killed leaves half a block, which nobody reads.
 */

import type { Checksum } from './checksum';

/** What a segment needs of a file: the synchronous interface of the origin private file system. */
export interface SegmentFile {
  getSize(): number;
  read(into: Uint8Array, options: { at: number }): number;
  write(from: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

/** A key, and the key of the row that it means. */
export type Link = readonly [key: bigint, row: bigint];

/** What is found in a segment. */
export interface Found {
  /** @param at where the row begins */
  row(key: bigint, dimension: number, at: number): void;
  link(link: Link): void;
}

const HEAD_BYTES = 16;
const KEY_BYTES = 16;
const LINK_BYTES = 2 * KEY_BYTES;

/** Bytes of a row with its checksum. */
const rowBytes = (dimension: number) => 4 * dimension + 4;

export class Segment {
  /** Where the next block begins. */
  private end = 0;
  /** True where a whole block is not what was written: what follows it cannot be found. */
  isBroken = false;

  constructor(
    private readonly file: SegmentFile,
    private readonly checksum: Checksum,
  ) {}

  get isEmpty(): boolean {
    return this.end === 0;
  }

  /** Reads the blocks that were not read yet. @throws whatever the file throws */
  read(found: Found): void {
    const { file } = this;
    const size = file.getSize();
    this.isBroken = false;
    for (;;) {
      const head = new DataView(this.bytes(this.end, Math.min(HEAD_BYTES, size - this.end)).buffer);
      const block = blockAt(head, this.end);
      if (block === null || block.end > size) return;
      const names = this.bytes(this.end, block.rowsAt - this.end);
      const view = new DataView(names.buffer);
      if (view.getUint32(12, true) !== this.nameChecksum(names)) {
        this.isBroken = true;
        return;
      }
      for (let i = 0; i < block.rows; i++) {
        const at = block.rowsAt + i * rowBytes(block.dimension);
        found.row(keyAt(view, HEAD_BYTES + i * KEY_BYTES), block.dimension, at);
      }
      for (let i = 0; i < block.links; i++) {
        const at = HEAD_BYTES + block.rows * KEY_BYTES + i * LINK_BYTES;
        found.link([keyAt(view, at), keyAt(view, at + KEY_BYTES)]);
      }
      this.end = block.end;
    }
  }

  /**
   * Appends a block.
   * @param keys of the rows
   * @returns where each row begins
   * @throws whatever the file throws when full, or a QuotaExceededError where it takes fewer bytes than given
   */
  append(
    dimension: number,
    keys: readonly bigint[],
    rows: readonly Float32Array[],
    links: readonly Link[],
  ): number[] {
    const rowsFrom = HEAD_BYTES + keys.length * KEY_BYTES + links.length * LINK_BYTES;
    const bytes = new Uint8Array(rowsFrom + rows.length * rowBytes(dimension));
    const view = new DataView(bytes.buffer);
    [dimension, rows.length, links.length].forEach((word, i) => view.setUint32(4 * i, word, true));
    [...keys, ...links.flat()].forEach((key, i) => setKey(view, HEAD_BYTES + i * KEY_BYTES, key));
    view.setUint32(12, this.nameChecksum(bytes.subarray(0, rowsFrom)), true);
    const places = rows.map((row, i) => {
      const at = rowsFrom + i * rowBytes(dimension);
      bytes.set(new Uint8Array(row.buffer, row.byteOffset, row.byteLength), at);
      view.setUint32(at + 4 * dimension, this.rowChecksum(bytes, at, dimension, keys[i] as bigint), true);
      return this.end + at;
    });
    // Chromium 147 does not throw when the quota is used up: it reports 4,294,967,288 bytes written.
    if (this.file.write(bytes, { at: this.end }) !== bytes.length) {
      throw new DOMException('The disk took less than it was given.', 'QuotaExceededError');
    }
    this.file.flush();
    this.end += bytes.length;
    return places;
  }

  /**
   * Rows that stand one after the other, null for a damaged one.
   * @param at where the first begins
   * @throws whatever the file throws
   */
  rows(at: number, dimension: number, keys: readonly bigint[]): (Float32Array | null)[] {
    const bytes = this.bytes(at, keys.length * rowBytes(dimension));
    const view = new DataView(bytes.buffer);
    return keys.map((key, i) => {
      const from = i * rowBytes(dimension);
      const isSound =
        view.getUint32(from + 4 * dimension, true) === this.rowChecksum(bytes, from, dimension, key);
      return isSound ? new Float32Array(bytes.buffer, from, dimension) : null;
    });
  }

  close(): void {
    this.file.close();
  }

  /** What lies there; zeros where the file ends before. */
  private bytes(at: number, length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    this.file.read(bytes, { at });
    return bytes;
  }

  /** Of the head and all keys. */
  private nameChecksum(names: Uint8Array): number {
    return this.checksum(names.subarray(16), this.checksum(names.subarray(0, 12), 0));
  }

  /** Seeded with the row's key, so that a row in another one's place counts as damaged. */
  private rowChecksum(bytes: Uint8Array, at: number, dimension: number, key: bigint): number {
    return this.checksum(bytes.subarray(at, at + 4 * dimension), Number(key & 0xffff_ffffn));
  }
}

/** How many rows the whole blocks of a segment hold, without checksums. */
export async function rowsOf(file: Blob): Promise<number> {
  let count = 0;
  for (let at = 0; ;) {
    const block = blockAt(new DataView(await file.slice(at, at + HEAD_BYTES).arrayBuffer()), at);
    if (block === null || block.end > file.size) return count;
    count += block.rows;
    at = block.end;
  }
}

/** The block with this head; null where the head is cut off, or says nothing. */
function blockAt(head: DataView, at: number) {
  if (head.byteLength < HEAD_BYTES) return null;
  const [dimension, rows, links] = [0, 4, 8].map((from) => head.getUint32(from, true)) as [
    number,
    number,
    number,
  ];
  if (dimension === 0 || rows + links === 0) return null;
  const rowsAt = at + HEAD_BYTES + rows * KEY_BYTES + links * LINK_BYTES;
  return { dimension, rows, links, rowsAt, end: rowsAt + rows * rowBytes(dimension) };
}

function keyAt(view: DataView, at: number): bigint {
  return (view.getBigUint64(at, true) << 64n) | view.getBigUint64(at + 8, true);
}

function setKey(view: DataView, at: number, key: bigint): void {
  view.setBigUint64(at, key >> 64n, true);
  view.setBigUint64(at + 8, key & 0xffff_ffff_ffff_ffffn, true);
}
