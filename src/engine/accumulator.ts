/** Σ w r rᵀ of one source under every weighting, summed block by block: in float64, or on the GPU. */

import { AccumulateKernel, BLOCK_PAIRS } from '../gpu/accumulate';
import type { GpuHandle } from '../gpu/device';
import { accumulateInformation } from '../scoring/information';

export { BLOCK_PAIRS };

/** A block's residuals and its weights under each weighting. */
export interface WeightedBlock {
  /** count×d, row-major. */
  readonly residuals: Float64Array;
  /** One array a weighting, one weight a pair. */
  readonly weights: readonly Float64Array[];
  /** At most BLOCK_PAIRS. */
  readonly count: number;
}

/** Adds a block to the sums, d×d upper triangles, one a weighting. */
export interface BlockAccumulator {
  add(sums: readonly Float64Array[], block: WeightedBlock): Promise<void>;
  destroy(): void;
}

/** The wasm path: float64 on the CPU. */
export function float64Accumulator(dimension: number): BlockAccumulator {
  return {
    add(sums, { residuals, weights, count }) {
      sums.forEach((sum, i) =>
        accumulateInformation(sum, residuals, weights[i] as Float64Array, count, dimension),
      );
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
  const addOne = async (sum: Float64Array, residuals: Float64Array, weights: Float64Array, count: number) => {
    if (gpu.lost() === null) {
      try {
        await kernel.run(sum, Float32Array.from(residuals), Float32Array.from(weights), count);
        return;
      } catch (error) {
        if (gpu.lost() === null) throw error;
      }
    }
    await spare.add([sum], { residuals, weights: [weights], count });
  };
  return {
    async add(sums, { residuals, weights, count }) {
      for (const [i, sum] of sums.entries()) await addOne(sum, residuals, weights[i] as Float64Array, count);
    },
    destroy: () => kernel.destroy(),
  };
}
