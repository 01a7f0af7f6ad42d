/**
 * Embedding rows in pages, on disk or in memory. With a file behind them only a bounded number of pages
 * stays in memory, whatever the size of the user's files.
 */

/** What the rows need of a file: the synchronous face of the origin private file system. */
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
  /** Bytes of pages kept in memory beside the one that is being filled. */
  readonly memoryBytes: number;
}

const PAGE_BYTES = 1 << 20;

/** Pages in memory unless the caller says otherwise: 256 MiB. */
export const DEFAULT_MEMORY_BYTES = 256 << 20;

export class PagedRows {
  /** Insertion order is the order of use: the first is the one to drop. */
  private readonly pages = new Map<number, Float32Array>();
  private readonly rowsPerPage: number;
  private readonly mostPages: number;
  private written: number;
  private length: number;
  private stopped = false;

  constructor(private readonly options: PagedRowsOptions) {
    const rowBytes = options.dimension * 4;
    this.rowsPerPage = Math.max(1, Math.floor(PAGE_BYTES / rowBytes));
    this.mostPages = Math.max(2, Math.floor(options.memoryBytes / (this.rowsPerPage * rowBytes)));
    this.length = options.file ? Math.floor(options.file.getSize() / rowBytes) : 0;
    this.written = this.length;
  }

  get count(): number {
    return this.length;
  }

  get dimension(): number {
    return this.options.dimension;
  }

  /** Rows that are safe on disk. */
  get durable(): number {
    return this.written;
  }

  /**
   * Adds a row and gives its index.
   * @throws RangeError for a row of another length; whatever the file throws when it is full
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
    page.set(vector, (row % this.rowsPerPage) * dimension);
    this.length++;
    if (this.length % this.rowsPerPage === 0) this.flush();
    return row;
  }

  /** One row. It stays what it is even when its page is dropped later. @throws RangeError */
  row(index: number): Float32Array {
    if (!(index >= 0 && index < this.length)) throw new RangeError(`There is no embedding row ${index}.`);
    const start = (index % this.rowsPerPage) * this.options.dimension;
    return this.page(Math.floor(index / this.rowsPerPage)).subarray(start, start + this.options.dimension);
  }

  /** Writes what is not on disk yet. @throws whatever the file throws when it is full */
  flush(): void {
    const { file, dimension } = this.options;
    if (!file || this.stopped || this.written === this.length) return;
    while (this.written < this.length) {
      const index = Math.floor(this.written / this.rowsPerPage);
      const first = this.written - index * this.rowsPerPage;
      const last = Math.min(this.length - index * this.rowsPerPage, this.rowsPerPage);
      const rows = this.page(index).subarray(first * dimension, last * dimension);
      file.write(new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength), {
        at: this.written * dimension * 4,
      });
      this.written = index * this.rowsPerPage + last;
    }
    file.flush();
    this.dropOldPages();
  }

  /** Writes nothing more: new rows stay in memory, rows on disk can still be read. */
  stopWriting(): void {
    this.stopped = true;
  }

  private page(index: number): Float32Array {
    const kept = this.pages.get(index);
    if (kept) {
      this.pages.delete(index);
      this.pages.set(index, kept);
      return kept;
    }
    const page = new Float32Array(this.rowsPerPage * this.options.dimension);
    this.options.file?.read(new Uint8Array(page.buffer), { at: index * page.byteLength });
    this.pages.set(index, page);
    this.dropOldPages();
    return page;
  }

  /** Drops the pages used longest ago whose rows are all on disk. */
  private dropOldPages(): void {
    if (!this.options.file) return;
    for (const index of this.pages.keys()) {
      if (this.pages.size <= this.mostPages) return;
      if ((index + 1) * this.rowsPerPage <= this.written) this.pages.delete(index);
    }
  }
}
