/**
 * Σ w r rᵀ under many weights at once in WebAssembly: float32 lanes inside a block of pairs, float64 between blocks.
 * Twin: `accumulateInformation` in src/scoring/information.ts; scores agree with it to 1e-6.
 */

import type { Vector } from '../scoring/gates';
import { squareMatrix, type UpperTriangle } from '../scoring/information';
import { allocated } from '../scoring/memory';

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
    const memory = allocated('A worker that sums residuals', bytes, () => {
      return new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
    });
    // The sums stand first: float64 begins at a multiple of eight.
    this.squares = new Float64Array(memory.buffer, 0, squares);
    this.panels = new Float32Array(memory.buffer, 8 * squares, panels);
    this.weights = new Float32Array(memory.buffer, 8 * squares + 4 * panels, weights);
    this.assembly = new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Assembly;
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

/** Bytes of the sums that an instance holds. */
export function simdSumBytes(dimension: number, matrices: number): number {
  const side = Math.ceil(dimension / COLUMNS) * COLUMNS;
  return 8 * Math.ceil(matrices / WEIGHTS) * WEIGHTS * side ** 2;
}
