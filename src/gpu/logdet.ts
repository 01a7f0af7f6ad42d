/** log det(I + c·Î) and its trace on the GPU; the float64 twin is `logDetPlusIdentity` in scoring/logdet.ts. */

import { NotPositiveDefiniteError } from '../scoring/logdet';
import {
  bindGroup,
  checked,
  computePipeline,
  dispatch,
  OwnedBuffers,
  readBuffer,
  submitPass,
} from './compute';
import log1pShader from './log1p.wgsl?raw';
import logDetShader from './logdet.wgsl?raw';
import { TILE, tilesAcross, tilesOfTriangle } from './triangle';
import twoSumShader from './two-sum.wgsl?raw';

export interface LogDet {
  /** log det(I + c·Î) */
  readonly logDet: number;
  /** tr(c·Î) */
  readonly trace: number;
}

const ENTRY_POINTS = ['load', 'begin', 'eliminateCorner', 'eliminateRows', 'updateRest', 'finish'] as const;
type Pipelines = Record<(typeof ENTRY_POINTS)[number], GPUComputePipeline>;

/** WebGPU's flag, which TypeScript's DOM library lacks. */
declare const GPUShaderStage: { readonly COMPUTE: number };

/** Rows that are eliminated together. */
const PANEL = 32;
const STEP_BYTES = 256;
const RESULT_BYTES = 48;

export class LogDetKernel {
  private readonly buffers: OwnedBuffers;
  private readonly pipelines: Pipelines;
  private readonly side: number;
  private readonly matrix: GPUBuffer;
  private readonly inverses: GPUBuffer;
  private readonly losses: GPUBuffer;
  private readonly result: GPUBuffer;
  private readonly steps: GPUBuffer;

  /** @throws GpuResourceError where the device refuses shaders or buffers */
  static create(device: GPUDevice, dimension: number): Promise<LogDetKernel> {
    return checked(device, 'log-det kernel', () => new LogDetKernel(device, dimension));
  }

  private constructor(
    private readonly device: GPUDevice,
    private readonly dimension: number,
  ) {
    this.buffers = new OwnedBuffers(device);
    this.pipelines = pipelines(device);
    this.side = tilesAcross(dimension) * TILE;
    this.matrix = this.buffers.storage(this.side * this.side * 4);
    this.inverses = this.buffers.storage(this.side * 4);
    this.losses = this.buffers.storage(this.side * 4);
    this.result = this.buffers.storage(RESULT_BYTES);
    this.steps = this.buffers.uniform(new Uint32Array((this.side / PANEL) * (STEP_BYTES / 4)));
  }

  /**
   * @param tiles sums of `InformationKernel`
   * @param scale c/N
   * @throws NotPositiveDefiniteError with the index of the first pivot that is not above zero
   */
  async run(tiles: GPUBuffer, scale: number): Promise<LogDet> {
    const bindings = bindGroup(this.device, this.pipelines.load, {
      0: { buffer: this.steps, size: STEP_BYTES },
      1: tiles,
      2: this.matrix,
      3: this.inverses,
      4: this.losses,
      5: this.result,
    });
    this.writeSteps(scale);
    submitPass(this.device, (pass) => this.record(pass, bindings));
    return resultOf(new DataView(await readBuffer(this.device, this.result, RESULT_BYTES)));
  }

  destroy(): void {
    this.buffers.destroy();
  }

  /** A step for every panel. */
  private writeSteps(scale: number): void {
    const words = new Uint32Array((this.side / PANEL) * (STEP_BYTES / 4));
    const scales = new Float32Array(words.buffer);
    for (let step = 0; step < this.side / PANEL; step++) {
      const at = (step * STEP_BYTES) / 4;
      scales[at] = scale;
      words.set([this.dimension, this.side / 4, tilesAcross(this.dimension), step * PANEL, 0], at + 1);
    }
    this.device.queue.writeBuffer(this.steps, 0, words);
  }

  private record(pass: GPUComputePassEncoder, bindings: GPUBindGroup): void {
    const { pipelines } = this;
    const enqueue = (pipeline: GPUComputePipeline, step: number, x: number, y = 1) =>
      dispatch(pass, pipeline, bindings, x, y, [step * STEP_BYTES]);
    enqueue(pipelines.load, 0, tilesOfTriangle(this.dimension));
    enqueue(pipelines.begin, 0, 1);
    for (let step = 0; step < this.side / PANEL; step++) {
      enqueue(pipelines.eliminateCorner, step, 1);
      const rest = this.side - (step + 1) * PANEL;
      if (rest === 0) continue;
      enqueue(pipelines.eliminateRows, step, Math.ceil(rest / 64));
      enqueue(pipelines.updateRest, step, rest / 32, rest / 32);
    }
    enqueue(pipelines.finish, 0, 1);
  }
}

function resultOf(result: DataView): LogDet {
  const failed = result.getUint32(32, true);
  if (failed > 0) throw new NotPositiveDefiniteError(failed - 1);
  const sum = (offset: number) => result.getFloat32(offset, true) + result.getFloat32(16 + offset, true);
  return { logDet: sum(0), trace: sum(4) };
}

function bindGroupLayout(device: GPUDevice): GPUBindGroupLayout {
  const uniform: GPUBufferBindingLayout = { type: 'uniform', hasDynamicOffset: true };
  const read: GPUBufferBindingLayout = { type: 'read-only-storage' };
  const write: GPUBufferBindingLayout = { type: 'storage' };
  return device.createBindGroupLayout({
    entries: [uniform, read, write, write, write, write].map((buffer, binding) => {
      return { binding, visibility: GPUShaderStage.COMPUTE, buffer };
    }),
  });
}

function pipelines(device: GPUDevice): Pipelines {
  const code = twoSumShader + log1pShader + logDetShader;
  const layout = device.createPipelineLayout({ bindGroupLayouts: [bindGroupLayout(device)] });
  const made = ENTRY_POINTS.map((name) => [name, computePipeline(device, code, name, layout)] as const);
  return Object.fromEntries(made) as Pipelines;
}
