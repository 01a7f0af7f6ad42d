/** Σ w r rᵀ of blocks of pairs on the GPU; its float64 twin is `accumulateInformation` in scoring/. */

import shader from './accumulate.wgsl?raw';

/** Most pairs in one block: a longer float32 sum would lose digits. */
export const BLOCK_PAIRS = 256;

const WORKGROUP = 8;

export class AccumulateKernel {
  private readonly pipeline: GPUComputePipeline;
  private readonly shape: GPUBuffer;
  private readonly residuals: GPUBuffer;
  private readonly weights: GPUBuffer;
  private readonly sum: GPUBuffer;
  private readonly readback: GPUBuffer;
  private readonly bindings: GPUBindGroup;

  /** @param dimension d, at most what a storage binding of d² float32 holds */
  constructor(
    private readonly device: GPUDevice,
    private readonly dimension: number,
  ) {
    const module = device.createShaderModule({ code: shader });
    this.pipeline = device.createComputePipeline({
      layout: 'auto',
      compute: { module, entryPoint: 'accumulate' },
    });
    const matrixBytes = dimension * dimension * 4;
    const buffer = (size: number, usage: number) => device.createBuffer({ size, usage });
    this.shape = buffer(8, GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST);
    this.residuals = buffer(BLOCK_PAIRS * dimension * 4, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST);
    this.weights = buffer(BLOCK_PAIRS * 4, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST);
    this.sum = buffer(matrixBytes, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC);
    this.readback = buffer(matrixBytes, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
    this.bindings = device.createBindGroup({
      layout: this.pipeline.getBindGroupLayout(0),
      entries: [this.shape, this.residuals, this.weights, this.sum].map((b, binding) => ({
        binding,
        resource: { buffer: b },
      })),
    });
  }

  /**
   * Adds the block's Σ w r rᵀ to `into` in float64.
   * @param into d×d, row-major, upper triangle
   * @param residuals count×d, row-major
   * @param weights one a pair
   * @param count pairs, at most BLOCK_PAIRS
   */
  async run(
    into: Float64Array,
    residuals: Float32Array,
    weights: Float32Array,
    count: number,
  ): Promise<void> {
    const { device, dimension: d } = this;
    if (count > BLOCK_PAIRS) throw new RangeError(`A block has at most ${BLOCK_PAIRS} pairs, not ${count}.`);
    device.queue.writeBuffer(this.shape, 0, new Uint32Array([d, count]));
    device.queue.writeBuffer(this.residuals, 0, residuals.buffer, residuals.byteOffset, count * d * 4);
    device.queue.writeBuffer(this.weights, 0, weights.buffer, weights.byteOffset, count * 4);
    const commands = device.createCommandEncoder();
    const pass = commands.beginComputePass();
    pass.setPipeline(this.pipeline);
    pass.setBindGroup(0, this.bindings);
    const groups = Math.ceil(d / WORKGROUP);
    pass.dispatchWorkgroups(groups, groups);
    pass.end();
    commands.copyBufferToBuffer(this.sum, 0, this.readback, 0, this.readback.size);
    device.queue.submit([commands.finish()]);
    await this.readback.mapAsync(GPUMapMode.READ);
    const block = new Float32Array(this.readback.getMappedRange());
    for (let i = 0; i < d; i++) {
      for (let j = i; j < d; j++) {
        const k = i * d + j;
        into[k] = (into[k] as number) + (block[k] as number);
      }
    }
    this.readback.unmap();
  }

  destroy(): void {
    for (const buffer of [this.shape, this.residuals, this.weights, this.sum, this.readback])
      buffer.destroy();
  }
}
