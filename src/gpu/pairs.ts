/** The geometry of pairs on the GPU; its float64 twin is `pairGeometry` in scoring/gates.ts. */

import { bindGroup, checked, computePipeline, dispatch, OwnedBuffers } from './compute';
import { readbackBuffer, submitPass, takeBytes } from './compute';
import type { EmbeddingBuffers } from './embedding-buffers';
import { RowGather } from './gather';
import pairsShader from './pairs.wgsl?raw';
import twoSumShader from './two-sum.wgsl?raw';

/** m, l and ‖δ‖ of every pair, in the order of the lists. */
export interface PairGeometryColumns {
  readonly margin: Float32Array;
  readonly locality: Float32Array;
  readonly distance: Float32Array;
}

const BLOCK = 1024;
const WORKGROUP = 64;
const RESULT_BYTES = 16;

export class PairKernel {
  private readonly device: GPUDevice;
  private readonly buffers: OwnedBuffers;
  private readonly gather: RowGather;
  private readonly geometry: GPUBuffer;
  private readonly pipeline: GPUComputePipeline;
  private readonly bindings: GPUBindGroup;

  /** @throws GpuResourceError where the device refuses shaders or buffers */
  static create(embeddings: EmbeddingBuffers): Promise<PairKernel> {
    return checked(embeddings.device, 'pair kernel', () => new PairKernel(embeddings));
  }

  private constructor(private readonly embeddings: EmbeddingBuffers) {
    const { device, dimension } = embeddings;
    this.device = device;
    this.buffers = new OwnedBuffers(device);
    const width = Math.ceil(dimension / 4);
    this.gather = new RowGather(embeddings, this.buffers, 3 * BLOCK, width * 4);
    this.geometry = this.buffers.storage(BLOCK * RESULT_BYTES);
    this.pipeline = computePipeline(device, twoSumShader + pairsShader, 'pairs');
    this.bindings = bindGroup(device, this.pipeline, {
      0: this.buffers.uniform(Uint32Array.of(width, 0)),
      1: this.gather.gathered,
      2: this.geometry,
    });
  }

  /**
   * @param query row of each pair's query
   * @param positive row of its positive
   * @param negative row of its negative
   * @throws RangeError for lists of different lengths or an index without a row
   */
  async run(query: Uint32Array, positive: Uint32Array, negative: Uint32Array): Promise<PairGeometryColumns> {
    const count = query.length;
    if (positive.length !== count || negative.length !== count) {
      throw new RangeError(
        `Lists of ${count}, ${positive.length} and ${negative.length} rows are not pairs.`,
      );
    }
    for (const rows of [query, positive, negative]) this.embeddings.requireRows(rows);
    if (count === 0) return columns(new Float32Array(0));
    const readback = readbackBuffer(this.device, count * RESULT_BYTES);
    const list = new Uint32Array(3 * BLOCK);
    for (let start = 0; start < count; start += BLOCK) {
      const pairs = Math.min(BLOCK, count - start);
      for (let k = 0; k < pairs; k++) {
        list[3 * k] = query[start + k];
        list[3 * k + 1] = positive[start + k];
        list[3 * k + 2] = negative[start + k];
      }
      submitPass(
        this.device,
        (pass) => {
          this.gather.encode(pass, list.subarray(0, 3 * pairs));
          dispatch(pass, this.pipeline, this.bindings, Math.ceil(pairs / WORKGROUP));
        },
        (commands) => {
          const bytes = pairs * RESULT_BYTES;
          commands.copyBufferToBuffer(this.geometry, 0, readback, start * RESULT_BYTES, bytes);
        },
      );
    }
    return columns(new Float32Array(await takeBytes(readback)));
  }

  destroy(): void {
    this.buffers.destroy();
  }
}

/** @param geometry m, l, ‖δ‖², 0 of pair after pair */
function columns(geometry: Float32Array): PairGeometryColumns {
  const column = (offset: number) =>
    Float32Array.from({ length: geometry.length / 4 }, (_, k) => geometry[4 * k + offset]);
  return { margin: column(0), locality: column(1), distance: column(2).map(Math.sqrt) };
}
