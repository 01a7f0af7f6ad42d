/** Pooling and normalisation on the GPU; the float64 twins are `meanOfRows` and `asEmbedding`. */

import {
  bindGroup,
  checked,
  computePipeline,
  dispatch,
  OwnedBuffers,
  readBuffer,
  submitPass,
} from './compute';
import shader from './pool.wgsl?raw';

export interface PoolOptions {
  /** Most texts in a batch. */
  readonly texts: number;
  /** Mean over the tokens, or the first token. A model that pools by itself has one token a text. */
  readonly pooling: 'mean' | 'cls';
  readonly normalise: boolean;
}

/** A model's output on the device. */
export interface HiddenStates {
  /** texts × tokens × d float32; the buffer may be longer. */
  readonly buffer: GPUBuffer;
  readonly texts: number;
  readonly tokens: number;
}

export class PoolKernel {
  private readonly buffers: OwnedBuffers;
  private readonly pipeline: GPUComputePipeline;
  private readonly shape: GPUBuffer;
  private readonly lengths: GPUBuffer;
  private readonly pooled: GPUBuffer;

  /** @throws GpuResourceError where the device refuses shaders or buffers */
  static create(device: GPUDevice, dimension: number, options: PoolOptions): Promise<PoolKernel> {
    return checked(device, 'pooling kernel', () => new PoolKernel(device, dimension, options));
  }

  private constructor(
    private readonly device: GPUDevice,
    private readonly dimension: number,
    private readonly options: PoolOptions,
  ) {
    this.buffers = new OwnedBuffers(device);
    this.pipeline = computePipeline(device, shader, 'pool');
    this.shape = this.buffers.uniform(new Uint32Array(4));
    this.lengths = this.buffers.storage(options.texts * 4);
    this.pooled = this.buffers.storage(options.texts * dimension * 4);
  }

  /**
   * Pools a batch. It is queued before this returns, so `hidden` may be destroyed then.
   * @param lengths tokens of each text that are not padding
   * @returns a vector a text
   * @throws RangeError for more texts than there is room for
   */
  async run(hidden: HiddenStates, lengths: Uint32Array): Promise<Float32Array[]> {
    const { device, dimension: d, options, pooled } = this;
    if (hidden.texts > options.texts) {
      throw new RangeError(`A batch of ${hidden.texts} texts came where ${options.texts} fit.`);
    }
    const shape = [hidden.tokens, d, Number(options.pooling === 'mean'), Number(options.normalise)];
    device.queue.writeBuffer(this.shape, 0, Uint32Array.from(shape));
    device.queue.writeBuffer(this.lengths, 0, lengths);
    const bytes = hidden.texts * hidden.tokens * d * 4;
    const bindings = bindGroup(device, this.pipeline, {
      0: this.shape,
      1: { buffer: hidden.buffer, size: bytes },
      2: this.lengths,
      3: pooled,
    });
    submitPass(device, (pass) => dispatch(pass, this.pipeline, bindings, hidden.texts));
    const values = new Float32Array(await readBuffer(device, pooled, hidden.texts * d * 4));
    return Array.from({ length: hidden.texts }, (_, i) => values.subarray(i * d, (i + 1) * d));
  }

  destroy(): void {
    this.buffers.destroy();
  }
}
