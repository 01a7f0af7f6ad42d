/**
 * Σ w r rᵀ on the GPU for several weightings at once, in two-sums that never leave the device until they are
 * read; its float64 twin is `accumulateInformation` in scoring/information.ts.
 */

import { bindGroup, bindingLimit, checked, computePipeline, dispatch, OwnedBuffers } from './compute';
import { readBuffer, submitPass } from './compute';
import { allocated } from '../scoring/memory';
import plainShader from './information-plain.wgsl?raw';
import tiledShader from './information-tiled.wgsl?raw';
import informationShader from './information.wgsl?raw';
import { fromTiles, TILE, TILE_BYTES, tilesAcross, tilesOfTriangle, type TriangleSlice } from './triangle';
import twoSumShader from './two-sum.wgsl?raw';

/** `tiled` shares loads inside a workgroup; `plain` has no barriers and suits software adapters. */
export type InformationVariant = 'tiled' | 'plain';

export interface InformationOptions {
  /** How many weightings are summed at once. */
  readonly weightings: number;
  /** Default: `plain` on a software adapter, `tiled` elsewhere. */
  readonly variant?: InformationVariant;
  /** Most bytes in one buffer of sums, if less than the device's limit. */
  readonly bindingLimit?: number;
}

/** Pairs to add. */
export interface WeightedResiduals {
  /** r of each pair: count × d, row-major. */
  readonly residuals: Float32Array;
  /** The weight of each pair under each weighting. */
  readonly weights: readonly (Float32Array | Float64Array)[];
}

/** Pairs in one submission: few on a software adapter, so that none takes seconds. */
const BLOCK = { tiled: 1024, plain: 256 };

/** A buffer of sums: tiles `first` and following, counted over all weightings. */
interface SumPart {
  readonly buffer: GPUBuffer;
  readonly first: number;
  readonly tiles: number;
  readonly bindings: GPUBindGroup;
}

export class InformationKernel {
  readonly variant: InformationVariant;
  private readonly block: number;
  private readonly buffers: OwnedBuffers;
  /** Numbers from one residual to the next on the device, zeros behind the last element. */
  private readonly stride: number;
  private readonly residuals: GPUBuffer;
  private readonly weights: GPUBuffer;
  private readonly pairs: GPUBuffer;
  private readonly pipeline: GPUComputePipeline;
  private readonly parts: readonly SumPart[];

  /**
   * @throws RangeError where a buffer cannot hold one tile of 32 KiB
   * @throws GpuResourceError where the device refuses shaders or buffers
   */
  static create(
    device: GPUDevice,
    dimension: number,
    options: InformationOptions,
  ): Promise<InformationKernel> {
    const tilesPerPart = Math.floor(bindingLimit(device, options.bindingLimit) / TILE_BYTES);
    if (tilesPerPart < 1) throw new RangeError(`A buffer of sums needs at least ${TILE_BYTES} bytes.`);
    return checked(device, 'information kernel', () => {
      return new InformationKernel(device, dimension, options, tilesPerPart);
    });
  }

  private constructor(
    private readonly device: GPUDevice,
    private readonly dimension: number,
    private readonly options: InformationOptions,
    tilesPerPart: number,
  ) {
    this.variant = options.variant ?? (device.adapterInfo.isFallbackAdapter ? 'plain' : 'tiled');
    this.block = BLOCK[this.variant];
    this.buffers = new OwnedBuffers(device);
    this.weights = this.buffers.storage(options.weightings * this.block * 4);
    this.pairs = this.buffers.uniform(Uint32Array.of(0));
    this.stride = tilesAcross(dimension) * TILE;
    this.residuals = this.buffers.storage(this.block * this.stride * 4);
    const way = this.variant === 'tiled' ? tiledShader : plainShader;
    this.pipeline = computePipeline(device, twoSumShader + informationShader + way, 'information');
    this.parts = this.sumParts(tilesPerPart);
  }

  private sumParts(tilesPerPart: number): SumPart[] {
    const tiles = tilesOfTriangle(this.dimension);
    const across = tilesAcross(this.dimension);
    const all = tiles * this.options.weightings;
    const parts: SumPart[] = [];
    for (let first = 0; first < all; first += tilesPerPart) {
      const count = Math.min(tilesPerPart, all - first);
      const buffer = this.buffers.storage(count * TILE_BYTES);
      const bindings = bindGroup(this.device, this.pipeline, {
        0: this.buffers.uniform(Uint32Array.of(this.block, this.stride / 4, tiles, across, first, 0)),
        1: this.pairs,
        2: this.residuals,
        3: this.weights,
        4: buffer,
      });
      parts.push({ buffer, first, tiles: count, bindings });
    }
    return parts;
  }

  /**
   * Adds pairs to the sums: queued on the device, nothing is read back. Weights are rounded to float32.
   * @throws RangeError for lists of different lengths, or a wrong number of weightings
   */
  run(pairs: WeightedResiduals): void {
    const count = pairs.residuals.length / this.dimension;
    if (pairs.weights.some((list) => list.length !== count)) {
      const lengths = pairs.weights.map((list) => list.length).join(', ');
      throw new RangeError(`Lists of ${lengths} are not ${count} pairs.`);
    }
    if (pairs.weights.length !== this.options.weightings) {
      throw new RangeError(`${pairs.weights.length} weightings came for ${this.options.weightings}.`);
    }
    for (let start = 0; start < count; start += this.block) {
      this.runBlock(pairs, start, Math.min(this.block, count - start));
    }
  }

  private runBlock(pairs: WeightedResiduals, start: number, count: number): void {
    const { dimension: d, stride } = this;
    const { queue } = this.device;
    const rows = new Float32Array(count * stride);
    for (let k = 0; k < count; k++) {
      rows.set(pairs.residuals.subarray((start + k) * d, (start + k + 1) * d), k * stride);
    }
    queue.writeBuffer(this.residuals, 0, rows);
    queue.writeBuffer(this.pairs, 0, Uint32Array.of(count));
    pairs.weights.forEach((weights, w) => {
      const block = new Float32Array(weights.subarray(start, start + count));
      queue.writeBuffer(this.weights, w * this.block * 4, block);
    });
    submitPass(this.device, (pass) => {
      for (const part of this.parts) dispatch(pass, this.pipeline, part.bindings, part.tiles);
    });
  }

  /** The sums on the device of one weighting, for the log-det kernel; they change with every `run`. */
  slices(weighting: number): TriangleSlice[] {
    const tiles = tilesOfTriangle(this.dimension);
    const from = weighting * tiles;
    return this.parts.flatMap(({ buffer, first, tiles: count }) => {
      const start = Math.max(first, from);
      const end = Math.min(first + count, from + tiles);
      if (start >= end) return [];
      const offset = (start - first) * TILE_BYTES;
      return [{ buffer, offset, firstTile: start - from, tiles: end - start }];
    });
  }

  /** Σ w r rᵀ of each weighting so far: d×d, row-major, upper triangle, not divided by N. */
  async read(): Promise<Float64Array[]> {
    const sums: Float64Array[] = [];
    for (let w = 0; w < this.options.weightings; w++) sums.push(await this.sum(w));
    return sums;
  }

  /** Σ w r rᵀ of one weighting so far. @throws OutOfMemoryError */
  async sum(weighting: number): Promise<Float64Array> {
    const { dimension } = this;
    const bytes = tilesOfTriangle(dimension) * TILE_BYTES;
    const tiles = allocated('A matrix of sums', bytes, () => new Float32Array(bytes / 4));
    await Promise.all(
      this.slices(weighting).map(async ({ buffer, offset, firstTile, tiles: count }) => {
        const part = await readBuffer(this.device, buffer, count * TILE_BYTES, offset);
        tiles.set(new Float32Array(part), (firstTile * TILE_BYTES) / 4);
      }),
    );
    return fromTiles(tiles, dimension);
  }

  reset(): void {
    const commands = this.device.createCommandEncoder();
    for (const { buffer } of this.parts) commands.clearBuffer(buffer);
    this.device.queue.submit([commands.finish()]);
  }

  destroy(): void {
    this.buffers.destroy();
  }
}
