/** Where Σ w r rᵀ is summed: in float64 here, or on the GPU. */

import { AccumulateKernel, BLOCK_PAIRS } from '../gpu/accumulate';
import type { GpuHandle } from '../gpu/device';
import { accumulateInformation, residual } from '../scoring/information';
import { gatesOfPair, emptyGates, type PairColumns } from '../scoring/statistics';
import { WEIGHTINGS, type WeightingId } from '../scoring/weightings';
import type { PairVectors } from './source-data';

export { BLOCK_PAIRS };

/** Adds one block's Σ w r rᵀ to `into`, a d×d upper triangle. */
export interface BlockAccumulator {
  add(into: Float64Array, residuals: Float64Array, weights: Float64Array, count: number): Promise<void>;
  destroy(): void;
}

/** The wasm path: float64 on the CPU. */
export function float64Accumulator(dimension: number): BlockAccumulator {
  return {
    add(into, residuals, weights, count) {
      accumulateInformation(into, residuals, weights, count, dimension);
      return Promise.resolve();
    },
    destroy: () => undefined,
  };
}

/**
 * The WebGPU path: float32 inside a block, float64 between blocks. A block that the GPU loses is summed in
 * float64 instead, and so are all that follow.
 */
export function gpuAccumulator(gpu: GpuHandle, dimension: number): BlockAccumulator {
  const kernel = new AccumulateKernel(gpu.device, dimension);
  const spare = float64Accumulator(dimension);
  return {
    async add(into, residuals, weights, count) {
      if (gpu.lost() !== null) return spare.add(into, residuals, weights, count);
      try {
        await kernel.run(into, Float32Array.from(residuals), Float32Array.from(weights), count);
      } catch (error) {
        if (gpu.lost() === null) throw error;
        await spare.add(into, residuals, weights, count);
      }
    },
    destroy: () => kernel.destroy(),
  };
}

/** Residuals of some pairs of a source, one row a pair, into `out`. */
export function blockResiduals(
  vectors: PairVectors,
  columns: PairColumns,
  pairs: readonly { readonly record: number; readonly pair: number }[],
  out: Float64Array,
): void {
  const d = vectors.dimension;
  pairs.forEach(({ record, pair }, k) => {
    const distance = columns.distance[pair] as number;
    residual(vectors.positive(record), vectors.negative(pair), distance, out, k * d);
  });
}

/** Weights of pairs under one weighting at one temperature, into `out`. */
export function blockWeights(
  columns: PairColumns,
  pairs: readonly { readonly pair: number }[],
  tau: number,
  weighting: WeightingId,
  out: Float64Array,
): void {
  const gates = emptyGates(tau);
  const weight = WEIGHTINGS[weighting].weight;
  pairs.forEach(({ pair }, k) => {
    gatesOfPair(columns, pair, tau, gates);
    out[k] = weight(gates);
  });
}

/** All pairs of a source in file order, in blocks. */
export function* pairBlocks(columns: PairColumns): Generator<{ record: number; pair: number }[]> {
  let block: { record: number; pair: number }[] = [];
  for (let record = 0; record + 1 < columns.offsets.length; record++) {
    const end = columns.offsets[record + 1] as number;
    for (let pair = columns.offsets[record] as number; pair < end; pair++) {
      block.push({ record, pair });
      if (block.length === BLOCK_PAIRS) {
        yield block;
        block = [];
      }
    }
  }
  if (block.length > 0) yield block;
}
