/**
 * Products of blocks of queries and passages in whole numbers of 16 bits, in WebAssembly: exact, and so alike on every
 * machine. `NearestSearch` of src/mining/nearest.ts decides in float64 what they propose.
 */

import { allocated } from '../scoring/memory';

/** Most queries, and most passages, that are multiplied at a time: together they stay in the second cache. */
export const BLOCK_QUERIES = 64;
export const BLOCK_PASSAGES = 512;

/** Rows that the kernel takes at a time. */
const STEP = 4;

const PAGE_BYTES = 65_536;

/** What cosines.wasm exports. */
interface Assembly {
  multiply(
    queries: number,
    passages: number,
    thresholds: number,
    products: number,
    hits: number,
    width: number,
    queryCount: number,
    passageCount: number,
  ): number;
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
  private readonly products: Int32Array;
  private readonly assembly: Assembly;

  /**
   * @param module cosines.wasm
   * @param width numbers of a row, a multiple of eight
   * @param count passages
   * @throws OutOfMemoryError
   */
  constructor(
    module: WebAssembly.Module,
    private readonly width: number,
    private readonly count: number,
  ) {
    const rows = width * BLOCK_QUERIES;
    const passages = width * roundUp(count, STEP);
    const products = STEP * BLOCK_PASSAGES;
    const hits = 3 * BLOCK_QUERIES * BLOCK_PASSAGES;
    const bytes = 2 * (rows + passages) + 4 * (BLOCK_QUERIES + products + hits);
    const memory = allocated('A search by cosine', bytes, () => {
      return new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
    });
    const { buffer } = memory;
    let next = 0;
    const place = (length: number) => (next += length) - length;
    this.queries = new Int16Array(buffer, place(2 * rows), rows);
    this.thresholds = new Int32Array(buffer, place(4 * BLOCK_QUERIES), BLOCK_QUERIES);
    this.products = new Int32Array(buffer, place(4 * products), products);
    this.hits = new Int32Array(buffer, place(4 * hits), hits);
    this.passages = new Int16Array(buffer, place(2 * passages), passages);
    this.assembly = new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Assembly;
  }

  /**
   * Multiplies queries with a block of passages.
   * @param queries how many stand in `queries`; up to the next multiple of four, rows are 0
   * @param first the block's first passage
   * @returns numbers in `hits`, three each
   */
  multiply(queries: number, first: number): number {
    const { width, assembly } = this;
    const passages = roundUp(Math.min(BLOCK_PASSAGES, this.count - first), STEP);
    const found = assembly.multiply(
      this.queries.byteOffset,
      this.passages.byteOffset + 2 * first * width,
      this.thresholds.byteOffset,
      this.products.byteOffset,
      this.hits.byteOffset,
      width,
      roundUp(queries, STEP),
      passages,
    );
    return 3 * found;
  }
}

function roundUp(count: number, step: number): number {
  return Math.ceil(count / step) * step;
}
