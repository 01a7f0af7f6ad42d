/** Pooling and normalisation on the GPU; the float64 twins are `meanPool`, `clsPool` and `unitNormalise`. */

import { bindGroup, checked, computePipeline, dispatch, OwnedBuffers, submitPass } from './compute';
import type { EmbeddingBuffers } from './embedding-buffers';
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
  private readonly device: GPUDevice;
  private readonly buffers: OwnedBuffers;
  private readonly pipeline: GPUComputePipeline;
  private readonly shape: GPUBuffer;
  private readonly lengths: GPUBuffer;
  private readonly pooled: GPUBuffer;

  /** @throws GpuResourceError where the device refuses shaders or buffers */
  static create(embeddings: EmbeddingBuffers, options: PoolOptions): Promise<PoolKernel> {
    return checked(embeddings.device, 'pooling kernel', () => new PoolKernel(embeddings, options));
  }

  private constructor(
    private readonly embeddings: EmbeddingBuffers,
    private readonly options: PoolOptions,
  ) {
    this.device = embeddings.device;
    this.buffers = new OwnedBuffers(this.device);
    this.pipeline = computePipeline(this.device, shader, 'pool');
    this.shape = this.buffers.uniform(new Uint32Array(4));
    this.lengths = this.buffers.storage(options.texts * 4);
    this.pooled = this.buffers.storage(options.texts * embeddings.dimension * 4);
  }

  /**
   * Pools a batch into consecutive rows of the embedding buffers. It is queued; nothing is read back.
   * @param lengths tokens of each text that are not padding
   * @param row the first row to fill
   * @throws RangeError for more texts than there is room for
   */
  run(hidden: HiddenStates, lengths: Uint32Array, row: number): void {
    const { device, embeddings, options } = this;
    if (hidden.texts > options.texts) {
      throw new RangeError(`A batch of ${hidden.texts} texts came where ${options.texts} fit.`);
    }
    const shape = [
      hidden.tokens,
      embeddings.dimension,
      Number(options.pooling === 'mean'),
      Number(options.normalise),
    ];
    device.queue.writeBuffer(this.shape, 0, Uint32Array.from(shape));
    device.queue.writeBuffer(this.lengths, 0, lengths);
    const bytes = hidden.texts * hidden.tokens * embeddings.dimension * 4;
    const bindings = bindGroup(device, this.pipeline, {
      0: this.shape,
      1: { buffer: hidden.buffer, size: bytes },
      2: this.lengths,
      3: this.pooled,
    });
    submitPass(device, (pass) => dispatch(pass, this.pipeline, bindings, hidden.texts));
    embeddings.copyFrom(this.pooled, 0, row, hidden.texts);
  }

  destroy(): void {
    this.buffers.destroy();
  }
}
