/**
 * Products of blocks of queries and passages in whole numbers of 16 bits, in WebAssembly: exact, and so alike on every
 * machine. `NearestSearch` of src/mining/nearest.ts decides in float64 what they propose. Where there is relaxed SIMD, products
 * in 8 bits come first: only pairs that these cannot rule out are multiplied in 16.
 */

import { allocated } from '../scoring/memory';

/** Most queries, and most passages, that are multiplied at a time: together they stay in the second cache. */
export const BLOCK_QUERIES = 64;
export const BLOCK_PASSAGES = 512;

/** Numbers of a row come in so many. */
export const ROW_STEP = 16;

/** Rows that the kernel takes at a time. */
const STEP = 4;

/**
 * Largest whole numbers of rows in 8 bits. A passage's are moved up to [1, 127]: the eighth bit of the second factor means
 * something else in every processor.
 */
const MOST_OF_QUERY = 127;
const MOST_OF_PASSAGE = 63;
const MOVED_UP = 64;

const LEAST_INT32 = -(2 ** 31);
const MOST_INT32 = 2 ** 31 - 1;

const PAGE_BYTES = 65_536;

/** Gives the bytes of a `.wasm` of src/simd/. */
export type CosinesLoader = (name: 'cosines' | 'cosines-relaxed') => Promise<BufferSource>;

/** Compiles the fastest that works here. */
export async function compileCosines(load: CosinesLoader): Promise<WebAssembly.Module> {
  const relaxed = await load('cosines-relaxed');
  return WebAssembly.compile(WebAssembly.validate(relaxed) ? relaxed : await load('cosines'));
}

/** What cosines.wasm and cosines-relaxed.wasm export. */
interface Assembly {
  /** 1 where rows in 8 bits are multiplied first. */
  readonly narrow: WebAssembly.Global<'i32'>;
  multiply(
    queries: number,
    passages: number,
    thresholds: number,
    products: number,
    hits: number,
    width: number,
    queryCount: number,
    passageCount: number,
    narrowQueries: number,
    narrowPassages: number,
    narrowThresholds: number,
  ): number;
}

/** What rows in 8 bits are: one of their whole numbers is `step` of those in 16 bits. */
interface Narrowed {
  readonly step: number;
  /** Length of the longest row. */
  readonly length: number;
  /** The most that rounding took away from a row. */
  readonly lost: number;
  /** Of all numbers. */
  readonly sum: number;
}

export class SimdCosines {
  /** Rows of the queries. */
  readonly queries: Int16Array;
  /** Rows of all passages. */
  readonly passages: Int16Array;
  /** What a product must reach, for each query. */
  readonly thresholds: Int32Array;
  /** Query, passage of the block and product of each hit, one after the other. */
  readonly hits: Int32Array;
  /** Memory of the passages' rows. */
  readonly bytes: number;
  private readonly products: Int32Array;
  private readonly narrowQueries: Int8Array;
  private readonly narrowPassages: Int8Array;
  private readonly narrowThresholds: Int32Array;
  /** By query, and by first passage of a block. */
  private ofQueries: readonly Narrowed[] = [];
  private readonly ofBlocks = new Map<number, Narrowed>();
  private readonly assembly: Assembly;

  /**
   * @param module see {@link compileCosines}
   * @param width numbers of a row, a multiple of {@link ROW_STEP}
   * @param count passages
   * @throws OutOfMemoryError
   */
  constructor(
    module: WebAssembly.Module,
    private readonly width: number,
    private readonly count: number,
  ) {
    const memory = new WebAssembly.Memory({ initial: 0 });
    this.assembly = new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Assembly;
    const narrow = this.assembly.narrow.value;
    const rows = width * BLOCK_QUERIES;
    const passages = width * roundUp(count, STEP);
    const products = STEP * BLOCK_PASSAGES;
    const hits = 3 * BLOCK_QUERIES * BLOCK_PASSAGES;
    const bytes = (2 + narrow) * (rows + passages) + 4 * (2 * BLOCK_QUERIES + products + hits);
    allocated('A search by cosine', bytes, () => memory.grow(Math.ceil(bytes / PAGE_BYTES)));
    const { buffer } = memory;
    let next = 0;
    const place = (length: number) => (next += length) - length;
    this.queries = new Int16Array(buffer, place(2 * rows), rows);
    this.thresholds = new Int32Array(buffer, place(4 * BLOCK_QUERIES), BLOCK_QUERIES);
    this.narrowThresholds = new Int32Array(buffer, place(4 * BLOCK_QUERIES), BLOCK_QUERIES);
    this.products = new Int32Array(buffer, place(4 * products), products);
    this.hits = new Int32Array(buffer, place(4 * hits), hits);
    this.passages = new Int16Array(buffer, place(2 * passages), passages);
    this.narrowQueries = new Int8Array(buffer, place(narrow * rows), narrow * rows);
    this.narrowPassages = new Int8Array(buffer, place(narrow * passages), narrow * passages);
    this.bytes = (2 + narrow) * passages;
  }

  /**
   * Multiplies queries with a block of passages.
   * @param queries how many stand in `queries`; up to the next multiple of four, rows are 0
   * @param first the block's first passage; 0 for other queries than before
   * @returns numbers in `hits`, three each
   */
  multiply(queries: number, first: number): number {
    const { width, assembly } = this;
    const passages = roundUp(Math.min(BLOCK_PASSAGES, this.count - first), STEP);
    if (assembly.narrow.value === 1) this.narrow(queries, first, passages);
    const found = assembly.multiply(
      this.queries.byteOffset,
      this.passages.byteOffset + 2 * first * width,
      this.thresholds.byteOffset,
      this.products.byteOffset,
      this.hits.byteOffset,
      width,
      roundUp(queries, STEP),
      passages,
      this.narrowQueries.byteOffset,
      this.narrowPassages.byteOffset + first * width,
      this.narrowThresholds.byteOffset,
    );
    return 3 * found;
  }

  /** Forms the rows in 8 bits and what their products must reach, so that no pair is lost that reaches its threshold in 16. */
  private narrow(queries: number, first: number, passages: number): void {
    const { width, thresholds, narrowThresholds } = this;
    if (first === 0) {
      this.narrowQueries.fill(0);
      this.ofQueries = Array.from({ length: queries }, (_, i) => {
        const [from, to] = [i * width, (i + 1) * width];
        return narrowed(
          this.queries.subarray(from, to),
          width,
          MOST_OF_QUERY,
          0,
          this.narrowQueries.subarray(from, to),
        );
      });
    }
    let block = this.ofBlocks.get(first);
    if (!block) {
      const [from, to] = [first * width, (first + passages) * width];
      block = narrowed(
        this.passages.subarray(from, to),
        width,
        MOST_OF_PASSAGE,
        MOVED_UP,
        this.narrowPassages.subarray(from, to),
      );
      this.ofBlocks.set(first, block);
    }
    narrowThresholds.fill(MOST_INT32);
    for (const [i, query] of this.ofQueries.entries()) {
      // q = step q̂ + e, so q·p and step step q̂·p̂ differ by |e·p + step q̂·e′| at the most.
      const error = query.lost * block.length + (query.length + query.lost) * block.lost;
      const least = (thresholds[i] - error) / (query.step * block.step) + MOVED_UP * query.sum;
      narrowThresholds[i] = Math.min(MOST_INT32, Math.max(LEAST_INT32, Math.floor(least) - 1));
    }
  }
}

/** Writes rows of 16 bits in 8. @param most their largest number @param up what is added to each number */
function narrowed(rows: Int16Array, width: number, most: number, up: number, out: Int8Array): Narrowed {
  let largest = 1;
  for (let i = 0; i < rows.length; i++) largest = Math.max(largest, Math.abs(rows[i]));
  const step = largest / most;
  let [length, lost, sum] = [0, 0, 0];
  for (let first = 0; first < rows.length; first += width) {
    let [squares, lostSquares] = [0, 0];
    for (let i = first; i < first + width; i++) {
      const whole = Math.round(rows[i] / step);
      out[i] = whole + up;
      sum += whole;
      squares += rows[i] ** 2;
      lostSquares += (rows[i] - step * whole) ** 2;
    }
    length = Math.max(length, Math.sqrt(squares));
    lost = Math.max(lost, Math.sqrt(lostSquares));
  }
  return { step, length, lost, sum };
}

function roundUp(count: number, step: number): number {
  return Math.ceil(count / step) * step;
}
