/** contrast.as with its memory, which threads may share. */

/** What the module exports; all numbers but counts and factors are addresses or bytes. */
export interface Assembly {
  sparseRows(
    starts: number,
    columns: number,
    values: number,
    x: number,
    out: number,
    width: number,
    from: number,
    to: number,
  ): void;
  pool(
    tokens: number,
    counts: number,
    stride: number,
    table: number,
    width: number,
    out: number,
    inverseLengths: number,
    from: number,
    to: number,
  ): void;
  multiply(
    a: number,
    aRow: number,
    aStep: number,
    b: number,
    bStep: number,
    bColumn: number,
    c: number,
    cRow: number,
    from: number,
    to: number,
    steps: number,
    columns: number,
    scratch: number,
  ): void;
  exponentials(s: number, size: number, scale: number, rowSums: number, from: number, to: number): void;
  columnSums(s: number, size: number, sums: number, from: number, to: number): void;
  slopes(
    s: number,
    size: number,
    scale: number,
    rowSums: number,
    columnSums: number,
    from: number,
    to: number,
  ): void;
  throughLength(
    z: number,
    slope: number,
    inverseLengths: number,
    width: number,
    from: number,
    to: number,
  ): void;
  addSlopes(
    tokens: number,
    counts: number,
    stride: number,
    texts: number,
    slope: number,
    sums: number,
    touched: number,
    width: number,
    from: number,
    to: number,
  ): void;
  adagrad(
    table: number,
    squares: number,
    sums: number,
    touched: number,
    tokens: number,
    width: number,
    rate: number,
    from: number,
    to: number,
  ): void;
}

const PAGE = 65_536;

/** As contrast.as is compiled: its memory may grow to this many pages. */
export const MOST_PAGES = 65_535;

/** @param bytes that will be taken of it */
export function sharedMemory(bytes: number): WebAssembly.Memory {
  // One page is the module's own.
  return new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) + 2, maximum: MOST_PAGES, shared: true });
}

export function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory): Assembly {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Assembly;
}

/** Hands out a memory's bytes, one array behind the other: in the same order the same places in every thread. */
export class Room {
  private next = PAGE;

  constructor(private readonly memory: WebAssembly.Memory) {}

  float32(length: number): Float32Array<ArrayBufferLike> {
    return new Float32Array(this.memory.buffer, this.take(4 * length), length);
  }

  float64(length: number): Float64Array<ArrayBufferLike> {
    return new Float64Array(this.memory.buffer, this.take(8 * length), length);
  }

  int32(length: number): Int32Array<ArrayBufferLike> {
    return new Int32Array(this.memory.buffer, this.take(4 * length), length);
  }

  uint32(length: number): Uint32Array<ArrayBufferLike> {
    return new Uint32Array(this.memory.buffer, this.take(4 * length), length);
  }

  uint16(length: number): Uint16Array<ArrayBufferLike> {
    return new Uint16Array(this.memory.buffer, this.take(2 * length), length);
  }

  uint8(length: number): Uint8Array<ArrayBufferLike> {
    return new Uint8Array(this.memory.buffer, this.take(length), length);
  }

  private take(bytes: number): number {
    const from = this.next;
    // The next one begins at a multiple of sixteen.
    this.next += Math.ceil(bytes / 16) * 16;
    return from;
  }
}
