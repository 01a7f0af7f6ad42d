/**
 * Σ w r rᵀ on the GPU for several weightings at once, in two-sums that never leave the device until they are
 * read; its float64 twin is `accumulateInformation` in scoring/information.ts.
 */

import {
  bindGroup,
  checked,
  computePipeline,
  dispatch,
  OwnedBuffers,
  readBuffer,
  submitPass,
} from './compute';
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

/** What a weighting has on the device. */
interface OneSum {
  readonly weights: GPUBuffer;
  readonly tiles: GPUBuffer;
  readonly bindings: GPUBindGroup;
}

export class InformationKernel {
  private readonly buffers: OwnedBuffers;
  /** Numbers from one residual to the next on the device, zeros behind the last element. */
  private readonly stride: number;
  private readonly residuals: GPUBuffer;
  private readonly pairs: GPUBuffer;
  private readonly pipeline: GPUComputePipeline;
  private readonly sums: readonly OneSum[];

  /** @param weightings how many are summed at once @throws GpuResourceError where the device refuses shaders or buffers */
  static create(device: GPUDevice, dimension: number, weightings: number): Promise<InformationKernel> {
    return checked(device, 'information kernel', () => new InformationKernel(device, dimension, weightings));
  }

  private constructor(
    private readonly device: GPUDevice,
    private readonly dimension: number,
    weightings: number,
  ) {
    this.buffers = new OwnedBuffers(device);
    this.pairs = this.buffers.uniform(Uint32Array.of(0));
    const across = tilesAcross(dimension);
    this.stride = across * TILE;
    this.residuals = this.buffers.storage(BLOCK_PAIRS * this.stride * 4);
    this.pipeline = computePipeline(device, twoSumShader + informationShader, 'information');
    const shape = this.buffers.uniform(Uint32Array.of(this.stride / 4, across, 0));
    this.sums = Array.from({ length: weightings }, () => {
      const weights = this.buffers.storage(BLOCK_PAIRS * 4);
      const tiles = this.buffers.storage(tilesOfTriangle(dimension) * TILE_BYTES);
      const bound = { 0: shape, 1: this.pairs, 2: this.residuals, 3: weights, 4: tiles };
      return { weights, tiles, bindings: bindGroup(device, this.pipeline, bound) };
    });
  }

  /** Adds pairs to the sums: queued on the device, nothing is read back. Residuals and weights are rounded to float32. */
  run({ residuals, weights }: WeightedResiduals): void {
    const { dimension: d, stride } = this;
    const { queue } = this.device;
    const count = residuals.length / d;
    const rows = new Float32Array(count * stride);
    for (let k = 0; k < count; k++) rows.set(residuals.subarray(k * d, (k + 1) * d), k * stride);
    queue.writeBuffer(this.residuals, 0, rows);
    queue.writeBuffer(this.pairs, 0, Uint32Array.of(count));
    for (const [w, sum] of this.sums.entries()) {
      queue.writeBuffer(sum.weights, 0, new Float32Array(weights[w]));
    }
    submitPass(this.device, (pass) => {
      for (const { bindings } of this.sums) {
        dispatch(pass, this.pipeline, bindings, tilesOfTriangle(d));
      }
    });
  }

  /** The sums of one weighting on the device (triangle.ts), for the log-det kernel; they change with every `run`. */
  tiles(weighting: number): GPUBuffer {
    return this.sums[weighting].tiles;
  }

  /** Σ w r rᵀ of one weighting so far: d×d, row-major, upper triangle, not divided by N. @throws OutOfMemoryError */
  async sum(weighting: number): Promise<Float64Array> {
    const bytes = tilesOfTriangle(this.dimension) * TILE_BYTES;
    const tiles = await readBuffer(this.device, this.tiles(weighting), bytes);
    return fromTiles(new Float32Array(tiles), this.dimension);
  }

  destroy(): void {
    this.buffers.destroy();
  }
}
