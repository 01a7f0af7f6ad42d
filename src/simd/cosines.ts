/**
 * Products of blocks of queries and passages in whole numbers of 16 bits, in WebAssembly: exact, and so alike on every
 * machine. `NearestSearch` of src/mining/search/nearest.ts decides in float64 what they propose. Where there is relaxed SIMD, products
 * in 8 bits come first: only pairs that these cannot rule out are multiplied in 16.
 */

import { allocated } from '../scoring/memory';

/** Most queries, and most passages, that are multiplied at a time: together they stay in the second cache. */
export const BLOCK_QUERIES = 64;
const BLOCK_PASSAGES = 512;

/** Passages of the block from `first` on. Without a threshold yet all are hits, so the first ones are small. */
export function blockPassages(first: number): number {
  return Math.min(BLOCK_PASSAGES, Math.max(64, first));
}

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

/** Numbers of a corpus up to which those in 8 bits fit beside those in 16 into one memory of 4 GiB. */
const MOST_IN_8_BITS = 1.4e9;

/** Compiles the fastest that works here. @param numbers of all passages */
export async function compileCosines(load: CosinesLoader, numbers: number): Promise<WebAssembly.Module> {
  const relaxed = await load('cosines-relaxed');
  const isUsed = numbers <= MOST_IN_8_BITS && WebAssembly.validate(relaxed);
  return WebAssembly.compile(isUsed ? relaxed : await load('cosines'));
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

/** What rows in 8 bits are: one of their whole numbers is `step` of those in 16 bits less the centre. */
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
  /** What is taken away from each passage. */
  private readonly centre: Int16Array;
  /** By query, and by first passage of a block. */
  private ofQueries: readonly (Narrowed & { readonly ofCentre: number })[] = [];
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
    this.centre = new Int16Array(width);
  }

  /**
   * Multiplies queries with a block of passages.
   * @param queries how many stand in `queries`; up to the next multiple of four, rows are 0
   * @param first the block's first passage; 0 for other queries than before
   * @returns numbers in `hits`, three each
   */
  multiply(queries: number, first: number): number {
    const { width, assembly } = this;
    const passages = roundUp(Math.min(blockPassages(first), this.count - first), STEP);
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
    const { width, centre, thresholds, narrowThresholds } = this;
    if (first === 0) {
      if (this.ofBlocks.size === 0) meanRow(this.passages.subarray(0, passages * width), centre);
      this.narrowQueries.fill(0);
      const none = new Int16Array(width);
      this.ofQueries = Array.from({ length: queries }, (_, i) => {
        const [from, to] = [i * width, (i + 1) * width];
        const query = this.queries.subarray(from, to);
        const whole = narrowed(query, none, MOST_OF_QUERY, 0, this.narrowQueries.subarray(from, to));
        return { ...whole, ofCentre: query.reduce((sum, value, k) => sum + value * centre[k], 0) };
      });
    }
    let block = this.ofBlocks.get(first);
    if (!block) {
      const [from, to] = [first * width, (first + passages) * width];
      const out = this.narrowPassages.subarray(from, to);
      block = narrowed(this.passages.subarray(from, to), centre, MOST_OF_PASSAGE, MOVED_UP, out);
      this.ofBlocks.set(first, block);
    }
    narrowThresholds.fill(MOST_INT32);
    for (const [i, query] of this.ofQueries.entries()) {
      // q = s q̂ + e and p − c = s′ p̂ + e′, so q·(p − c) and s s′ q̂·p̂ differ by |e·(p − c) + s q̂·e′| at the most.
      const error = query.lost * block.length + (query.length + query.lost) * block.lost;
      const exact = (thresholds[i] - query.ofCentre - error) / (query.step * block.step);
      const least = Math.floor(exact + MOVED_UP * query.sum) - 1;
      narrowThresholds[i] = Math.min(MOST_INT32, Math.max(LEAST_INT32, least));
    }
  }
}

/** What rows have in common would take most of their 8 bits: their mean is taken away, which moves all products of a query alike. */
function meanRow(rows: Int16Array, out: Int16Array): void {
  const sums = new Float64Array(out.length);
  for (let i = 0; i < rows.length; i++) sums[i % out.length] += rows[i];
  for (let k = 0; k < out.length; k++) out[k] = Math.round((sums[k] * out.length) / rows.length);
}

/** Writes rows of 16 bits less a centre in 8. @param most their largest number @param up what is added to each number */
function narrowed(rows: Int16Array, centre: Int16Array, most: number, up: number, out: Int8Array): Narrowed {
  const width = centre.length;
  let largest = 1;
  for (let first = 0; first < rows.length; first += width) {
    for (let k = 0; k < width; k++) largest = Math.max(largest, Math.abs(rows[first + k] - centre[k]));
  }
  const step = largest / most;
  let [length, lost, sum] = [0, 0, 0];
  for (let first = 0; first < rows.length; first += width) {
    let [squares, lostSquares] = [0, 0];
    for (let k = 0; k < width; k++) {
      const value = rows[first + k] - centre[k];
      const whole = Math.round(value / step);
      out[first + k] = whole + up;
      sum += whole;
      squares += value ** 2;
      lostSquares += (value - step * whole) ** 2;
    }
    length = Math.max(length, Math.sqrt(squares));
    lost = Math.max(lost, Math.sqrt(lostSquares));
  }
  return { step, length, lost, sum };
}

function roundUp(count: number, step: number): number {
  return Math.ceil(count / step) * step;
}
