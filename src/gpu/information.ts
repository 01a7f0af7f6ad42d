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
import plainShader from './information-plain.wgsl?raw';
import tiledShader from './information-tiled.wgsl?raw';
import informationShader from './information.wgsl?raw';
import { fromTiles, TILE, TILE_BYTES, tilesAcross, tilesOfTriangle } from './triangle';
import twoSumShader from './two-sum.wgsl?raw';

/** `tiled` shares loads inside a workgroup; `plain` has no barriers and suits software adapters. */
export type InformationVariant = 'tiled' | 'plain';

export interface InformationOptions {
  /** How many weightings are summed at once. */
  readonly weightings: number;
  /** Default: `plain` on a software adapter, `tiled` elsewhere. */
  readonly variant?: InformationVariant;
}

/** Pairs to add. */
export interface WeightedResiduals {
  /** r of each pair: count × d, row-major. */
  readonly residuals: Float32Array | Float64Array;
  /** The weight of each pair under each weighting. */
  readonly weights: readonly (Float32Array | Float64Array)[];
}

/** Pairs in one submission: few on a software adapter, so that none takes seconds. */
const BLOCK = { tiled: 1024, plain: 256 };

const SHADERS = { tiled: tiledShader, plain: plainShader };

/** What a weighting has on the device. */
interface OneSum {
  readonly weights: GPUBuffer;
  readonly tiles: GPUBuffer;
  readonly bindings: GPUBindGroup;
}

export class InformationKernel {
  private readonly block: number;
  private readonly buffers: OwnedBuffers;
  /** Numbers from one residual to the next on the device, zeros behind the last element. */
  private readonly stride: number;
  private readonly residuals: GPUBuffer;
  private readonly pairs: GPUBuffer;
  private readonly pipeline: GPUComputePipeline;
  private readonly sums: readonly OneSum[];

  /** @throws GpuResourceError where the device refuses shaders or buffers */
  static create(
    device: GPUDevice,
    dimension: number,
    options: InformationOptions,
  ): Promise<InformationKernel> {
    return checked(device, 'information kernel', () => new InformationKernel(device, dimension, options));
  }

  private constructor(
    private readonly device: GPUDevice,
    private readonly dimension: number,
    { weightings, variant }: InformationOptions,
  ) {
    const way = variant ?? (device.adapterInfo.isFallbackAdapter ? 'plain' : 'tiled');
    this.block = BLOCK[way];
    this.buffers = new OwnedBuffers(device);
    this.pairs = this.buffers.uniform(Uint32Array.of(0));
    const across = tilesAcross(dimension);
    this.stride = across * TILE;
    this.residuals = this.buffers.storage(this.block * this.stride * 4);
    const shader = twoSumShader + informationShader + SHADERS[way];
    this.pipeline = computePipeline(device, shader, 'information');
    const shape = this.buffers.uniform(Uint32Array.of(this.stride / 4, across, 0));
    this.sums = Array.from({ length: weightings }, () => {
      const weights = this.buffers.storage(this.block * 4);
      const tiles = this.buffers.storage(tilesOfTriangle(dimension) * TILE_BYTES);
      const bound = { 0: shape, 1: this.pairs, 2: this.residuals, 3: weights, 4: tiles };
      return { weights, tiles, bindings: bindGroup(device, this.pipeline, bound) };
    });
  }

  /** Adds pairs to the sums: queued on the device, nothing is read back. Residuals and weights are rounded to float32. */
  run({ residuals, weights }: WeightedResiduals): void {
    const count = residuals.length / this.dimension;
    for (let start = 0; start < count; start += this.block) {
      this.runBlock(residuals, weights, start, Math.min(start + this.block, count));
    }
  }

  private runBlock(
    residuals: WeightedResiduals['residuals'],
    weights: WeightedResiduals['weights'],
    start: number,
    end: number,
  ): void {
    const { dimension: d, stride } = this;
    const { queue } = this.device;
    const rows = new Float32Array((end - start) * stride);
    for (let k = start; k < end; k++) {
      rows.set(residuals.subarray(k * d, (k + 1) * d), (k - start) * stride);
    }
    queue.writeBuffer(this.residuals, 0, rows);
    queue.writeBuffer(this.pairs, 0, Uint32Array.of(end - start));
    for (const [w, sum] of this.sums.entries()) {
      queue.writeBuffer(sum.weights, 0, new Float32Array(weights[w].subarray(start, end)));
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
