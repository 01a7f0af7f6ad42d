/** Copies embedding rows, wherever they are, side by side into one buffer that a kernel can bind. */

import { bindGroup, computePipeline, dispatch, type OwnedBuffers } from './compute';
import type { EmbeddingBuffers } from './embedding-buffers';
import shader from './gather.wgsl?raw';

const WORKGROUP = 64;

export class RowGather {
  /** Slot after slot: capacity × stride numbers. Unused places are 0. */
  readonly gathered: GPUBuffer;
  private readonly pipeline: GPUComputePipeline;
  private readonly list: GPUBuffer;
  private readonly bindings: readonly GPUBindGroup[];

  /**
   * @param buffers owner of the buffers made here
   * @param capacity most rows at once
   * @param stride numbers from one slot to the next
   */
  constructor(
    private readonly embeddings: EmbeddingBuffers,
    buffers: OwnedBuffers,
    capacity: number,
    stride: number,
  ) {
    const { device, dimension } = embeddings;
    this.pipeline = computePipeline(device, shader, 'gather');
    this.list = buffers.storage(capacity * 4);
    this.gathered = buffers.storage(capacity * stride * 4);
    this.bindings = embeddings.parts.map(({ buffer, first, rows }) =>
      bindGroup(device, this.pipeline, {
        0: buffers.uniform(Uint32Array.of(dimension, first, rows, stride)),
        1: buffer,
        2: this.list,
        3: this.gathered,
      }),
    );
  }

  /** Gathers `rows` into slots 0, 1, …. The list is written at once, so call it once for each submission. */
  encode(pass: GPUComputePassEncoder, rows: Uint32Array): void {
    const { device, dimension } = this.embeddings;
    device.queue.writeBuffer(this.list, 0, rows);
    const groups = Math.ceil(dimension / WORKGROUP);
    for (const bindings of this.bindings) dispatch(pass, this.pipeline, bindings, groups, rows.length);
  }
}
