/** Σ w r rᵀ in WebAssembly, in float64. Twin: `accumulateInformation` in src/scoring/information.ts, with the same digits. */

import type { Vector } from '../scoring/gates';
import { BLOCK_PAIRS, type UpperTriangle } from '../scoring/information';
import { allocated } from '../scoring/memory';
import type { Sliced } from '../scoring/sliced';

const PAGE_BYTES = 65_536;

/** What information.wasm exports. */
interface Assembly {
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

/** Columns that {@link SimdSquares} sums together. */
const SIDE = 4;

/** Products between two pauses: some milliseconds. */
const SLICE_PRODUCTS = 4e6;

/** Σ w r rᵀ in float64, two entries at a time: the digits of `accumulateInformation` in scoring/information.ts, sooner. */
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
    const panel = SIDE * BLOCK_PAIRS;
    const lengths = [panel * this.panelCount, BLOCK_PAIRS, panel, SIDE * SIDE * this.panelCount];
    const { buffer, assembly } = instanceOf(module, 8 * lengths.reduce((sum, length) => sum + length));
    let next = 0;
    const place = (length: number) => new Float64Array(buffer, 8 * ((next += length) - length), length);
    [this.panels, this.weights, this.weighted, this.squares] = lengths.map(place);
    this.assembly = assembly;
  }

  /** As `accumulateInformation`. Others may add to their sums between two slices. */
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
  const memory = allocated('The sum of residuals', bytes, () => {
    return new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
  });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return { buffer: memory.buffer, assembly: exports as unknown as Assembly };
}
