/** Embeddings on the device: rows of d float32, addressed by one index over all buffers. */

import { bindingLimit, checked, OwnedBuffers, readbackBuffer, takeBytes } from './compute';

/** A run of rows in one buffer: row `first + i` starts at byte i·d·4. */
export interface EmbeddingPart {
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
  readonly parts: readonly EmbeddingPart[];
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
   * Writes rows from the CPU.
   * @param row index of the first one
   * @param values one or more rows, row-major
   * @throws RangeError for part of a row, or more rows than there is room for
   */
  write(row: number, values: Float32Array): void {
    const d = this.dimension;
    if (values.length % d !== 0) {
      throw new RangeError(`${values.length} numbers are not whole rows of ${d}.`);
    }
    for (const { part, at, from, count } of this.pieces(row, values.length / d)) {
      this.device.queue.writeBuffer(part.buffer, at * d * 4, values, from * d, count * d);
    }
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
   * Reads rows back.
   * @param rows indices, in any order
   * @returns rows.length × d, row-major
   * @throws RangeError for a row that does not exist
   */
  async read(rows: Uint32Array): Promise<Float32Array> {
    this.requireRows(rows);
    const d = this.dimension;
    const values = new Float32Array(rows.length * d);
    const most = Math.max(1, Math.floor(READ_BYTES / (d * 4)));
    for (let start = 0; start < rows.length; start += most) {
      const some = rows.subarray(start, start + most);
      const readback = readbackBuffer(this.device, some.length * d * 4);
      const commands = this.device.createCommandEncoder();
      for (const [index, first, count] of consecutive(some)) {
        for (const piece of this.pieces(first, count)) {
          const target = (index + piece.from) * d * 4;
          const bytes = piece.count * d * 4;
          commands.copyBufferToBuffer(piece.part.buffer, piece.at * d * 4, readback, target, bytes);
        }
      }
      this.device.queue.submit([commands.finish()]);
      values.set(new Float32Array(await takeBytes(readback)), start * d);
    }
    return values;
  }

  /** @throws RangeError for an index without a row */
  requireRows(rows: Uint32Array): void {
    const outside = rows.find((row) => row >= this.rows);
    if (outside !== undefined) throw new RangeError(`There is no row ${outside}: rows end at ${this.rows}.`);
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

/** Runs of consecutive numbers in a list: place in the list, first number, length. */
function* consecutive(list: Uint32Array): Generator<[number, number, number]> {
  for (let start = 0; start < list.length;) {
    const first = list[start];
    let count = 1;
    while (list[start + count] === first + count) count++;
    yield [start, first, count];
    start += count;
  }
}
