/**
 * Embedding rows in pages, on disk or in memory. With a file, a bounded number of pages is in memory, however large
 * the user's files are. Each row has a checksum: a row that comes back changed from the disk is never returned.
 */

import type { Checksum } from './checksum';

/** What the rows need of a file: the synchronous interface of the origin private file system. */
export interface RowFile {
  getSize(): number;
  read(into: Uint8Array, options: { at: number }): number;
  write(from: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

export interface PagedRowsOptions {
  readonly dimension: number;
  /** Null: every page stays in memory. */
  readonly file: RowFile | null;
  /** Bytes of pages in memory, beside the one being filled. */
  readonly memoryBytes: number;
  readonly checksum: Checksum;
}

const PAGE_BYTES = 1 << 20;

/** Whole rows in a file of so many bytes. */
export function rowsIn(bytes: number, dimension: number): number {
  return Math.floor(bytes / (4 * (dimension + 1)));
}

/** Default for the pages in memory: 256 MiB. */
export const DEFAULT_MEMORY_BYTES = 256 << 20;

export class PagedRows {
  /** In order of use: the first is dropped first. */
  private readonly pages = new Map<number, Float32Array<ArrayBuffer>>();
  /** Numbers per row: d, and one that holds the bits of the checksum. */
  private readonly stride: number;
  private readonly rowsPerPage: number;
  private readonly mostPages: number;
  private readonly damaged = new Set<number>();
  private written: number;
  private length: number;

  constructor(private readonly options: PagedRowsOptions) {
    this.stride = options.dimension + 1;
    const rowBytes = this.stride * 4;
    this.rowsPerPage = Math.max(1, Math.floor(PAGE_BYTES / rowBytes));
    this.mostPages = Math.max(2, Math.floor(options.memoryBytes / (this.rowsPerPage * rowBytes)));
    this.length = options.file ? rowsIn(options.file.getSize(), options.dimension) : 0;
    this.written = this.length;
  }

  get count(): number {
    return this.length;
  }

  get dimension(): number {
    return this.options.dimension;
  }

  /** Bytes of all rows. */
  get bytes(): number {
    return this.length * this.stride * 4;
  }

  /** Rows that are on disk. */
  get durable(): number {
    return this.written;
  }

  /**
   * Adds a row and returns its index. It is on disk after `flush`.
   * @throws RangeError for a row of another length
   */
  append(vector: Float32Array): number {
    const { dimension } = this.options;
    if (vector.length !== dimension) {
      throw new RangeError(
        `An embedding of length ${vector.length} came among those of length ${dimension}.`,
      );
    }
    const row = this.length;
    const page = this.page(Math.floor(row / this.rowsPerPage));
    const start = (row % this.rowsPerPage) * this.stride;
    page.set(vector, start);
    checkWords(page)[start + dimension] = this.checksumOf(page, start, row);
    this.length++;
    return row;
  }

  /** True where the row exists and is undamaged. @throws whatever the file throws */
  isSound(index: number): boolean {
    if (!(index >= 0 && index < this.length)) return false;
    this.page(Math.floor(index / this.rowsPerPage));
    return !this.damaged.has(index);
  }

  /** One row. It stays valid when its page is dropped. @throws RangeError also for a damaged one */
  row(index: number): Float32Array {
    if (!(index >= 0 && index < this.length)) throw new RangeError(`There is no embedding row ${index}.`);
    const page = this.page(Math.floor(index / this.rowsPerPage));
    if (this.damaged.has(index)) {
      throw new RangeError(
        'A stored embedding was damaged while the run used it. Press "Rank sources": it is encoded anew.',
      );
    }
    const start = (index % this.rowsPerPage) * this.stride;
    return page.subarray(start, start + this.options.dimension);
  }

  /**
   * Writes what is not on disk yet.
   * @throws whatever the file throws when full, or a QuotaExceededError where it takes fewer bytes than given
   */
  flush(): void {
    const { file } = this.options;
    if (!file || this.written === this.length) return;
    while (this.written < this.length) {
      const index = Math.floor(this.written / this.rowsPerPage);
      const first = this.written - index * this.rowsPerPage;
      const last = Math.min(this.length - index * this.rowsPerPage, this.rowsPerPage);
      const rows = this.page(index).subarray(first * this.stride, last * this.stride);
      const bytes = new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength);
      writeWhole(file, bytes, this.written * this.stride * 4);
      this.written = index * this.rowsPerPage + last;
    }
    file.flush();
    this.dropOldPages();
  }

  private page(index: number): Float32Array<ArrayBuffer> {
    const kept = this.pages.get(index);
    if (kept) {
      this.pages.delete(index);
      this.pages.set(index, kept);
      return kept;
    }
    const page = new Float32Array(this.rowsPerPage * this.stride);
    this.options.file?.read(new Uint8Array(page.buffer), { at: index * page.byteLength });
    this.check(page, index * this.rowsPerPage);
    this.pages.set(index, page);
    this.dropOldPages();
    return page;
  }

  /** Finds the damaged rows of a page read from disk. */
  private check(page: Float32Array<ArrayBuffer>, first: number): void {
    const { dimension } = this.options;
    const words = checkWords(page);
    const end = Math.min(this.written, first + this.rowsPerPage);
    for (let row = first; row < end; row++) {
      const start = (row - first) * this.stride;
      if (words[start + dimension] !== this.checksumOf(page, start, row)) this.damaged.add(row);
    }
  }

  /** Seeded with the row's number, so that a row in another one's place counts as damaged. */
  private checksumOf(page: Float32Array<ArrayBuffer>, start: number, row: number): number {
    const { dimension, checksum } = this.options;
    return checksum(new Uint8Array(page.buffer, start * 4, dimension * 4), row);
  }

  /** Drops the least recently used pages that are on disk. */
  private dropOldPages(): void {
    if (!this.options.file) return;
    for (const index of this.pages.keys()) {
      if (this.pages.size <= this.mostPages) return;
      if ((index + 1) * this.rowsPerPage <= this.written) this.pages.delete(index);
    }
  }
}

/**
 * Writes all bytes. Chromium 147 does not throw when the quota is used up: it reports 4,294,967,288 bytes written.
 * @throws whatever the file throws, and a QuotaExceededError where it does not take all bytes
 */
export function writeWhole(file: RowFile, bytes: Uint8Array, at: number): void {
  if (file.write(bytes, { at }) !== bytes.length) {
    throw new DOMException('The disk took less than it was given.', 'QuotaExceededError');
  }
}

function checkWords(page: Float32Array<ArrayBuffer>): Uint32Array {
  return new Uint32Array(page.buffer);
}
