/** What every kernel needs: checked creation with buffers of its own, bindings, reading back. */

/** The device could not create what a kernel needs: too little memory, or a shader that it rejects. */
class GpuResourceError extends Error {
  override readonly name = 'GpuResourceError';

  constructor(what: string, reason: string) {
    super(`The GPU could not make the ${what}: ${reason}. Choose device "wasm", or smaller blocks.`);
  }
}

/** A kernel's buffers go with it. */
type Kernel<T> = T & { destroy(): void };

/**
 * The kernel that `make` makes with buffers of its own, once the device has accepted everything that was created.
 * @throws GpuResourceError where the device refused; all buffers are destroyed
 */
export async function kernelOf<T extends object>(
  device: GPUDevice,
  what: string,
  make: (buffers: OwnedBuffers) => T,
): Promise<Kernel<T>> {
  const buffers = new OwnedBuffers(device);
  device.pushErrorScope('out-of-memory');
  device.pushErrorScope('validation');
  let made: T | undefined;
  let scopes;
  try {
    made = make(buffers);
  } finally {
    scopes = Promise.all([device.popErrorScope(), device.popErrorScope()]);
  }
  const error = (await scopes).find((found) => found !== null);
  if (error) {
    buffers.destroy();
    throw new GpuResourceError(what, error.message);
  }
  return { ...made, destroy: () => buffers.destroy() };
}

/** Buffers that one kernel creates and destroys together. */
export class OwnedBuffers {
  private readonly all: GPUBuffer[] = [];

  constructor(private readonly device: GPUDevice) {}

  /** A storage buffer of zeros that the CPU can write and copies can read. */
  storage(bytes: number): GPUBuffer {
    return this.add(bytes, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC);
  }

  uniform(words: Uint32Array): GPUBuffer {
    const bytes = Math.ceil(words.byteLength / 16) * 16;
    const buffer = this.add(bytes, GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST);
    this.device.queue.writeBuffer(buffer, 0, words);
    return buffer;
  }

  private add(size: number, usage: number): GPUBuffer {
    const buffer = this.device.createBuffer({ size, usage });
    this.all.push(buffer);
    return buffer;
  }

  destroy(): void {
    for (const buffer of this.all) buffer.destroy();
  }
}

const pipelines = new WeakMap<GPUDevice, Map<string, GPUComputePipeline>>();

/**
 * The pipeline of one entry point, made once for each device: compiling is slow.
 * @param layout default: the bindings that the entry point uses
 */
export function computePipeline(
  device: GPUDevice,
  code: string,
  entryPoint: string,
  layout: GPUPipelineLayout | 'auto' = 'auto',
): GPUComputePipeline {
  const known = pipelines.get(device) ?? new Map<string, GPUComputePipeline>();
  pipelines.set(device, known);
  const key = `${entryPoint}\n${code}`;
  let pipeline = known.get(key);
  if (!pipeline) {
    const module = device.createShaderModule({ code });
    pipeline = device.createComputePipeline({ layout, compute: { module, entryPoint } });
    known.set(key, pipeline);
  }
  return pipeline;
}

/** Binding number → buffer, or part of one. */
export type Bindings = Readonly<Record<number, GPUBuffer | GPUBufferBinding>>;

export function bindGroup(device: GPUDevice, pipeline: GPUComputePipeline, bindings: Bindings): GPUBindGroup {
  return device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: Object.entries(bindings).map(([binding, resource]) => ({
      binding: Number(binding),
      resource: 'buffer' in resource ? resource : { buffer: resource },
    })),
  });
}

/** One dispatch: pipeline, bindings with their dynamic offsets, and how many workgroups along x and y. */
export function dispatch(
  pass: GPUComputePassEncoder,
  pipeline: GPUComputePipeline,
  bindings: GPUBindGroup,
  x: number,
  y = 1,
  offsets: readonly number[] = [],
): void {
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, bindings, offsets);
  pass.dispatchWorkgroups(x, y);
}

export function submitPass(device: GPUDevice, record: (pass: GPUComputePassEncoder) => void): void {
  const commands = device.createCommandEncoder();
  const pass = commands.beginComputePass();
  record(pass);
  pass.end();
  device.queue.submit([commands.finish()]);
}

/** The first `bytes` bytes of a buffer, as what was submitted so far leaves them. */
export async function readBuffer(device: GPUDevice, buffer: GPUBuffer, bytes: number): Promise<ArrayBuffer> {
  const readback = device.createBuffer({
    size: bytes,
    usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
  });
  const commands = device.createCommandEncoder();
  commands.copyBufferToBuffer(buffer, 0, readback, 0, bytes);
  device.queue.submit([commands.finish()]);
  try {
    await readback.mapAsync(GPUMapMode.READ);
    return readback.getMappedRange().slice(0);
  } finally {
    readback.destroy();
  }
}
