/** Which row holds the embedding of a key, kept in memory and appended to a file. */

import type { RowFile } from './paged-rows';

/** Key (two 64-bit words) and row (32 bits) of one entry on disk. The first entry holds d instead of a row. */
const ENTRY_BYTES = 20;

/** d of the rows that an index file belongs to, or null for an empty file. */
export function storedDimension(file: RowFile): number | null {
  const header = new Uint8Array(ENTRY_BYTES);
  if (file.read(header, { at: 0 }) < ENTRY_BYTES) return null;
  return new DataView(header.buffer).getUint32(16, true);
}

export class KeyIndex {
  private readonly rows = new Map<bigint, number>();
  private pending: { key: bigint; row: number }[] = [];
  private size = 0;
  private stopped = false;

  /**
   * @param file entries of earlier runs, or null to keep all in memory
   * @param dimension d, written to the head of a new file
   * @param rowCount rows that exist: an entry beyond them was written by a run that broke off. It and all
   *   that follow are cut off, or it would come to point to the row that takes that place next
   */
  constructor(
    private readonly file: RowFile | null,
    rowCount: number,
    dimension: number,
  ) {
    if (!file) return;
    if (storedDimension(file) === null) this.writeHeader(file, dimension);
    const bytes = new Uint8Array(file.getSize());
    file.read(bytes, { at: 0 });
    const view = new DataView(bytes.buffer);
    let at = ENTRY_BYTES;
    for (; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
      const row = view.getUint32(at + 16, true);
      if (row >= rowCount) break;
      this.rows.set((view.getBigUint64(at, true) << 64n) | view.getBigUint64(at + 8, true), row);
    }
    if (at < bytes.length) file.truncate(at);
    this.size = at;
  }

  get count(): number {
    return this.rows.size;
  }

  get(key: bigint): number | undefined {
    return this.rows.get(key);
  }

  set(key: bigint, row: number): void {
    this.rows.set(key, row);
    if (this.file && !this.stopped) this.pending.push({ key, row });
  }

  /** Writes nothing more. */
  stopWriting(): void {
    this.stopped = true;
    this.pending = [];
  }

  /** Writes the new entries. Rows come first: call it when they are on disk. */
  flush(): void {
    if (!this.file || this.pending.length === 0) return;
    const view = new DataView(new ArrayBuffer(this.pending.length * ENTRY_BYTES));
    this.pending.forEach(({ key, row }, i) => {
      view.setBigUint64(i * ENTRY_BYTES, key >> 64n, true);
      view.setBigUint64(i * ENTRY_BYTES + 8, key & 0xffff_ffff_ffff_ffffn, true);
      view.setUint32(i * ENTRY_BYTES + 16, row, true);
    });
    this.file.write(new Uint8Array(view.buffer), { at: this.size });
    this.file.flush();
    this.size += view.byteLength;
    this.pending = [];
  }

  private writeHeader(file: RowFile, dimension: number): void {
    const header = new DataView(new ArrayBuffer(ENTRY_BYTES));
    header.setUint32(16, dimension, true);
    file.truncate(0);
    file.write(new Uint8Array(header.buffer), { at: 0 });
  }
}
