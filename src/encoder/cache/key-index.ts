/** The row of each key, in memory and appended to a file. Each entry has a checksum. */

import type { Checksum } from './checksum';
import { rowsIn, writeWhole, type RowFile } from './paged-rows';

/**
 * Key (two 64-bit words), row (32 bits) and checksum (32 bits) of one entry on disk. The first entry holds d instead of
 * a row.
 */
const ENTRY_BYTES = 24;
const ROW_AT = 16;
const CHECKSUM_AT = 20;

/** d of the rows that an index file belongs to; null for an empty file and one with a damaged header. */
export function storedDimension(file: RowFile, checksum: Checksum): number | null {
  const header = new Uint8Array(ENTRY_BYTES);
  if (file.read(header, { at: 0 }) < ENTRY_BYTES || !isSound(header, 0, checksum)) return null;
  return new DataView(header.buffer).getUint32(ROW_AT, true);
}

/**
 * How many rows a key leads to, in closed files and without checksums. A row counts once, under however many keys. Rows that a
 * killed tab wrote, but no longer their keys, are lost and do not count.
 *
 * @param keys the index file
 * @param rowBytes size of the file of rows
 */
export async function rowsWithKey(keys: Blob, rowBytes: number): Promise<number> {
  const entries = new DataView(await keys.arrayBuffer());
  if (entries.byteLength < ENTRY_BYTES) return 0;
  const reached = new Uint8Array(rowsIn(rowBytes, entries.getUint32(ROW_AT, true)));
  for (let at = ENTRY_BYTES; at + ENTRY_BYTES <= entries.byteLength; at += ENTRY_BYTES) {
    const row = entries.getUint32(at + ROW_AT, true);
    if (row < reached.length) reached[row] = 1;
  }
  return reached.reduce((sum, one) => sum + one, 0);
}

export interface KeyIndexOptions {
  /** Entries of earlier runs, or null to keep all in memory. */
  readonly file: RowFile | null;
  /** d, written to the head of a new file. */
  readonly dimension: number;
  /**
   * Rows that exist. An entry beyond them comes from a run that broke off. It is cut off with all that follow, or it
   * would point to the row that is written there next.
   */
  readonly rowCount: number;
  /** False where another tab writes the file: nothing of it is changed. */
  readonly mayWrite: boolean;
  readonly checksum: Checksum;
}

export class KeyIndex {
  private readonly rows = new Map<bigint, number>();
  private pending: { key: bigint; row: number }[] = [];
  private size = 0;

  constructor(private readonly options: KeyIndexOptions) {
    const { file, rowCount, mayWrite, dimension, checksum } = options;
    if (!file) return;
    if (mayWrite && storedDimension(file, checksum) === null) this.writeHeader(file, dimension);
    const bytes = new Uint8Array(file.getSize());
    file.read(bytes, { at: 0 });
    const view = new DataView(bytes.buffer);
    let at = ENTRY_BYTES;
    for (; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
      // Skips a damaged entry and goes on.
      if (!isSound(bytes, at, checksum)) continue;
      const row = view.getUint32(at + ROW_AT, true);
      if (row >= rowCount) break;
      this.rows.set((view.getBigUint64(at, true) << 64n) | view.getBigUint64(at + 8, true), row);
    }
    if (mayWrite && at < bytes.length) file.truncate(at);
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
    if (this.options.file) this.pending.push({ key, row });
  }

  entries(): Iterable<[key: bigint, row: number]> {
    return this.rows;
  }

  /** Writes new entries. Their rows must be on disk already. @throws whatever the file throws */
  flush(): void {
    const { file, checksum } = this.options;
    if (!file || this.pending.length === 0) return;
    const bytes = new Uint8Array(this.pending.length * ENTRY_BYTES);
    this.pending.forEach(({ key, row }, i) => writeEntry(bytes, i * ENTRY_BYTES, key, row, checksum));
    writeWhole(file, bytes, this.size);
    file.flush();
    this.size += bytes.length;
    this.pending = [];
  }

  private writeHeader(file: RowFile, dimension: number): void {
    const header = new Uint8Array(ENTRY_BYTES);
    writeEntry(header, 0, 0n, dimension, this.options.checksum);
    file.truncate(0);
    writeWhole(file, header, 0);
  }
}

function writeEntry(
  bytes: Uint8Array<ArrayBuffer>,
  at: number,
  key: bigint,
  row: number,
  checksum: Checksum,
): void {
  const view = new DataView(bytes.buffer);
  view.setBigUint64(at, key >> 64n, true);
  view.setBigUint64(at + 8, key & 0xffff_ffff_ffff_ffffn, true);
  view.setUint32(at + ROW_AT, row, true);
  view.setUint32(at + CHECKSUM_AT, checksumOf(bytes, at, checksum), true);
}

function isSound(bytes: Uint8Array<ArrayBuffer>, at: number, checksum: Checksum): boolean {
  return new DataView(bytes.buffer).getUint32(at + CHECKSUM_AT, true) === checksumOf(bytes, at, checksum);
}

function checksumOf(bytes: Uint8Array, at: number, checksum: Checksum): number {
  return checksum(bytes.subarray(at, at + CHECKSUM_AT), 0);
}
