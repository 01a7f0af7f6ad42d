/** Pooled texts on the device: rows of d float32, addressed by one index over all buffers. */

import { bindingLimit, checked, OwnedBuffers, readbackBuffer, takeBytes } from './compute';

/** A run of rows in one buffer: row `first + i` starts at byte i·d·4. */
interface EmbeddingPart {
  readonly buffer: GPUBuffer;
  readonly first: number;
  readonly rows: number;
}

export interface EmbeddingBuffersOptions {
  /** d */
  readonly dimension: number;
  /** Rows to make room for. */
  readonly rows: number;
  /** Most bytes in one buffer, if less than the device's limit. */
  readonly bindingLimit?: number;
}

// Rows are read back in pieces of at most this many bytes.
const READ_BYTES = 32 * 1024 * 1024;

export class EmbeddingBuffers {
  private readonly parts: readonly EmbeddingPart[];
  private readonly rowsPerPart: number;
  private readonly buffers: OwnedBuffers;

  /**
   * Makes room for `rows` rows of zeros.
   * @throws RangeError where one row does not fit in a buffer
   * @throws GpuResourceError where the device has too little memory
   */
  static create(device: GPUDevice, options: EmbeddingBuffersOptions): Promise<EmbeddingBuffers> {
    const { dimension, rows } = options;
    const bytes = bindingLimit(device, options.bindingLimit);
    const rowsPerPart = Math.floor(bytes / (dimension * 4));
    if (rowsPerPart < 1) {
      throw new RangeError(
        `A buffer of ${bytes} bytes holds no row of ${dimension} float32; raise the limit.`,
      );
    }
    return checked(device, `buffers for ${rows} embeddings`, () => {
      return new EmbeddingBuffers(device, dimension, rows, rowsPerPart);
    });
  }

  private constructor(
    readonly device: GPUDevice,
    readonly dimension: number,
    readonly rows: number,
    rowsPerPart: number,
  ) {
    this.rowsPerPart = rowsPerPart;
    this.buffers = new OwnedBuffers(device);
    const parts: EmbeddingPart[] = [];
    for (let first = 0; first < rows; first += rowsPerPart) {
      const count = Math.min(rowsPerPart, rows - first);
      parts.push({ buffer: this.buffers.storage(count * dimension * 4), first, rows: count });
    }
    this.parts = parts;
  }

  /**
   * Copies rows that are already on the device, such as a pooled batch.
   * @param source rows of d float32 without gaps
   * @param sourceRow index of the first row to take
   * @param row index of the first row here
   * @throws RangeError for more rows than there is room for
   */
  copyFrom(source: GPUBuffer, sourceRow: number, row: number, count: number): void {
    const bytes = this.dimension * 4;
    const commands = this.device.createCommandEncoder();
    for (const piece of this.pieces(row, count)) {
      const { part, at, from } = piece;
      const start = (sourceRow + from) * bytes;
      commands.copyBufferToBuffer(source, start, part.buffer, at * bytes, piece.count * bytes);
    }
    this.device.queue.submit([commands.finish()]);
  }

  /**
   * Reads the first rows back.
   * @returns count × d, row-major
   * @throws RangeError for more rows than there are
   */
  async read(count: number): Promise<Float32Array> {
    const d = this.dimension;
    const values = new Float32Array(count * d);
    const most = Math.max(1, Math.floor(READ_BYTES / (d * 4)));
    for (let start = 0; start < count; start += most) {
      const some = Math.min(most, count - start);
      const readback = readbackBuffer(this.device, some * d * 4);
      const commands = this.device.createCommandEncoder();
      for (const { part, at, from, count: rows } of this.pieces(start, some)) {
        commands.copyBufferToBuffer(part.buffer, at * d * 4, readback, from * d * 4, rows * d * 4);
      }
      this.device.queue.submit([commands.finish()]);
      values.set(new Float32Array(await takeBytes(readback)), start * d);
    }
    return values;
  }

  destroy(): void {
    this.buffers.destroy();
  }

  /** The rows from `row` on, split where a buffer ends: `at` in its buffer, `from` among the rows. */
  private *pieces(row: number, count: number) {
    if (row < 0 || row + count > this.rows) {
      throw new RangeError(`Rows ${row} to ${row + count - 1} do not fit in ${this.rows} rows.`);
    }
    for (let from = 0; from < count;) {
      const part = this.parts[Math.floor((row + from) / this.rowsPerPart)];
      const at = row + from - part.first;
      const taken = Math.min(count - from, part.rows - at);
      yield { part, at, from, count: taken };
      from += taken;
    }
  }
}
