/**
 * Σ w r rᵀ on the GPU for several weightings at once, in two-sums that never leave the device until they are
 * read; its float64 twin is `accumulateInformation` in scoring/information.ts.
 */

import { bindGroup, computePipeline, dispatch, kernelOf, readBuffer, submitPass } from './compute';
import type { Vector } from '../scoring/gates';
import { BLOCK_PAIRS } from '../scoring/information';
import informationShader from './information.wgsl?raw';
import { fromTiles, TILE, TILE_BYTES, tilesAcross, tilesOfTriangle } from './triangle';
import twoSumShader from './two-sum.wgsl?raw';

/** Pairs to add: {@link BLOCK_PAIRS} at the most. */
export interface WeightedResiduals {
  /** r of each pair: count × d, row-major. */
  readonly residuals: Vector;
  /** The weight of each pair under each weighting. */
  readonly weights: readonly Vector[];
}

/** @param weightings how many are summed at once @throws GpuResourceError where the device refuses shaders or buffers */
export function informationKernel(device: GPUDevice, d: number, weightings: number) {
  return kernelOf(device, 'information kernel', (buffers) => {
    const pairs = buffers.uniform(Uint32Array.of(0));
    const across = tilesAcross(d);
    /** Numbers from one residual to the next on the device, zeros behind the last element. */
    const stride = across * TILE;
    const rows = buffers.storage(BLOCK_PAIRS * stride * 4);
    const pipeline = computePipeline(device, twoSumShader + informationShader, 'information');
    const shape = buffers.uniform(Uint32Array.of(stride / 4, across, 0));
    const sums = Array.from({ length: weightings }, () => {
      const column = buffers.storage(BLOCK_PAIRS * 4);
      const tiles = buffers.storage(tilesOfTriangle(d) * TILE_BYTES);
      const bound = { 0: shape, 1: pairs, 2: rows, 3: column, 4: tiles };
      return { column, tiles, bindings: bindGroup(device, pipeline, bound) };
    });
    /** The sums of one weighting on the device (triangle.ts), for the log-det kernel; they change with every `run`. */
    const tilesOf = (weighting: number): GPUBuffer => sums[weighting].tiles;
    return {
      tilesOf,
      /** Adds pairs to the sums: queued on the device, nothing is read back. Residuals and weights are rounded to float32. */
      run({ residuals, weights }: WeightedResiduals): void {
        const count = residuals.length / d;
        const padded = new Float32Array(count * stride);
        for (let k = 0; k < count; k++) padded.set(residuals.subarray(k * d, (k + 1) * d), k * stride);
        device.queue.writeBuffer(rows, 0, padded);
        device.queue.writeBuffer(pairs, 0, Uint32Array.of(count));
        for (const [w, { column }] of sums.entries()) {
          device.queue.writeBuffer(column, 0, new Float32Array(weights[w]));
        }
        submitPass(device, (pass) => {
          for (const { bindings } of sums) dispatch(pass, pipeline, bindings, tilesOfTriangle(d));
        });
      },
      /** Σ w r rᵀ of one weighting so far: d×d, row-major, upper triangle, not divided by N. @throws OutOfMemoryError */
      async sum(weighting: number): Promise<Float64Array> {
        const tiles = await readBuffer(device, tilesOf(weighting), tilesOfTriangle(d) * TILE_BYTES);
        return fromTiles(new Float32Array(tiles), d);
      },
    };
  });
}
