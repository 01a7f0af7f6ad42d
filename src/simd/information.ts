/**
 * Σ w r rᵀ under many weights at once in WebAssembly: float32 lanes inside a block of pairs, float64 between blocks.
 * Twin: `accumulateInformation` in src/scoring/information.ts; scores agree with it to 1e-6.
 */

import type { Vector } from '../scoring/gates';
import { squareMatrix, type UpperTriangle } from '../scoring/information';
import { allocated } from '../scoring/memory';
import type { Sliced } from '../scoring/sliced';

/** Most pairs in a block: float32 sums stay exact enough, and their columns fit the nearest cache. */
export const SIMD_BLOCK_PAIRS = 256;

/** As in information.as: columns and weights that are summed together. */
const COLUMNS = 12;
const WEIGHTS = 4;

const PAGE_BYTES = 65_536;

/** What information.wasm exports. */
interface Assembly {
  addBlock(
    panels: number,
    weights: number,
    sums: number,
    pairs: number,
    panelCount: number,
    groups: number,
  ): void;
  sumSquares(
    panels: number,
    weights: number,
    weighted: number,
    squares: number,
    pairs: number,
    first: number,
    panelCount: number,
  ): void;
}

export class SimdInformation {
  private readonly panelCount: number;
  private readonly groups: number;
  private readonly panels: Float32Array;
  private readonly weights: Float32Array;
  private readonly squares: Float64Array;
  private readonly assembly: Assembly;

  /**
   * @param module information.wasm
   * @param dimension d
   * @param matrices weights that each pair has
   * @throws OutOfMemoryError
   */
  constructor(
    module: WebAssembly.Module,
    private readonly dimension: number,
    private readonly matrices: number,
  ) {
    this.panelCount = Math.ceil(dimension / COLUMNS);
    this.groups = Math.ceil(matrices / WEIGHTS);
    const side = this.panelCount * COLUMNS;
    const [panels, weights] = [side * SIMD_BLOCK_PAIRS, this.groups * WEIGHTS * SIMD_BLOCK_PAIRS];
    const squares = simdSumBytes(dimension, matrices) / 8;
    const bytes = 4 * (panels + weights) + 8 * squares;
    const { buffer, assembly } = instanceOf(module, bytes);
    // The sums stand first: float64 begins at a multiple of eight.
    this.squares = new Float64Array(buffer, 0, squares);
    this.panels = new Float32Array(buffer, 8 * squares, panels);
    this.weights = new Float32Array(buffer, 8 * squares + 4 * panels, weights);
    this.assembly = assembly;
  }

  /**
   * Adds a block.
   * @param residuals count×d, row-major
   * @param weights count×matrices, row-major
   * @param count pairs, at most {@link SIMD_BLOCK_PAIRS}
   * @throws RangeError for a larger block
   */
  add(residuals: Vector, weights: Vector, count: number): void {
    if (count > SIMD_BLOCK_PAIRS) throw new RangeError(`A block has at most ${SIMD_BLOCK_PAIRS} pairs.`);
    this.packResiduals(residuals, count);
    this.packWeights(weights, count);
    const { panels, weights: packed, squares, assembly } = this;
    assembly.addBlock(
      panels.byteOffset,
      packed.byteOffset,
      squares.byteOffset,
      count,
      this.panelCount,
      this.groups,
    );
  }

  /** The sum so far under one of the weights: d×d, upper triangle. @throws OutOfMemoryError */
  sum(matrix: number): UpperTriangle {
    const d = this.dimension;
    const side = this.panelCount * COLUMNS;
    const sum = squareMatrix(d);
    for (let i = 0; i < d; i++) {
      const row = (matrix * side + i) * side;
      for (let j = i; j < d; j++) sum[i * d + j] = this.squares[row + j];
    }
    return sum;
  }

  /** Columns past d are summed and never read. */
  private packResiduals(residuals: Vector, count: number): void {
    const d = this.dimension;
    for (let panel = 0; panel < this.panelCount; panel++) {
      const first = panel * COLUMNS;
      const columns = Math.min(COLUMNS, d - first);
      let to = panel * count * COLUMNS;
      for (let pair = 0; pair < count; pair++) {
        const from = pair * d + first;
        for (let j = 0; j < columns; j++) this.panels[to + j] = residuals[from + j];
        to += COLUMNS;
      }
    }
  }

  /** Weights past the last are summed and never read. */
  private packWeights(weights: Vector, count: number): void {
    for (let m = 0; m < this.matrices; m++) {
      let to = Math.floor(m / WEIGHTS) * count * WEIGHTS + (m % WEIGHTS);
      for (let pair = 0; pair < count; pair++) {
        this.weights[to] = weights[pair * this.matrices + m];
        to += WEIGHTS;
      }
    }
  }
}

/** Columns that {@link SimdSquares} sums together. */
const SIDE = 4;

/** Products between two pauses: some milliseconds. */
const SLICE_PRODUCTS = 4e6;

/** Σ w r rᵀ in float64, two entries at a time: the digits of `accumulateInSlices` in scoring/information.ts, sooner. */
export class SimdSquares {
  private readonly panelCount: number;
  private readonly panels: Float64Array;
  private readonly weights: Float64Array;
  private readonly weighted: Float64Array;
  private readonly squares: Float64Array;
  private readonly assembly: Assembly;
  /** Whose block stands in the memory. */
  private turn: object | null = null;

  /**
   * @param module information.wasm
   * @param dimension d
   * @throws OutOfMemoryError
   */
  constructor(
    module: WebAssembly.Module,
    readonly dimension: number,
  ) {
    this.panelCount = Math.ceil(dimension / SIDE);
    const panel = SIDE * SIMD_BLOCK_PAIRS;
    const lengths = [panel * this.panelCount, SIMD_BLOCK_PAIRS, panel, SIDE * SIDE * this.panelCount];
    const { buffer, assembly } = instanceOf(module, 8 * lengths.reduce((sum, length) => sum + length));
    let next = 0;
    const place = (length: number) => new Float64Array(buffer, 8 * ((next += length) - length), length);
    [this.panels, this.weights, this.weighted, this.squares] = lengths.map(place);
    this.assembly = assembly;
  }

  /** As `accumulateInSlices`. Others may add to their sums between two slices. */
  *add(sum: UpperTriangle, residuals: Vector, weights: Vector, count: number): Sliced<void> {
    const { dimension: d, panelCount, squares, assembly } = this;
    const [panels, own, weighted, room] = [this.panels, this.weights, this.weighted, squares].map(
      ({ byteOffset }) => byteOffset,
    );
    const turn = {};
    let products = 0;
    for (let first = 0; first < panelCount; first++) {
      if (this.turn !== turn) this.take(residuals, weights, count);
      this.turn = turn;
      assembly.sumSquares(panels, own, weighted, room, count, first, panelCount);
      for (let i = 0; i < Math.min(SIDE, d - first * SIDE); i++) {
        const row = first * SIDE + i;
        // Left of the diagonal and past d nothing is added.
        let from = i * SIDE + i;
        for (let to = row * d + row; to < (row + 1) * d; to++) {
          sum[to] += squares[from++];
          if (from % SIDE === 0) from += SIDE * (SIDE - 1);
        }
      }
      products += SIDE * count * (d - first * SIDE);
      if (products < SLICE_PRODUCTS) continue;
      products = 0;
      yield first / panelCount;
    }
  }

  private take(residuals: Vector, weights: Vector, count: number): void {
    const d = this.dimension;
    this.weights.set(weights.subarray(0, count));
    let to = 0;
    for (let first = 0; first < d; first += SIDE) {
      // Columns past d are summed and never read.
      const columns = Math.min(SIDE, d - first);
      for (let from = first; from < count * d; from += d, to += SIDE) {
        for (let j = 0; j < columns; j++) this.panels[to + j] = residuals[from + j];
      }
    }
  }
}

function instanceOf(module: WebAssembly.Module, bytes: number) {
  const memory = allocated('A worker that sums residuals', bytes, () => {
    return new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
  });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return { buffer: memory.buffer, assembly: exports as unknown as Assembly };
}

/** Bytes of the sums that an instance holds. */
export function simdSumBytes(dimension: number, matrices: number): number {
  const side = Math.ceil(dimension / COLUMNS) * COLUMNS;
  return 8 * Math.ceil(matrices / WEIGHTS) * WEIGHTS * side ** 2;
}
