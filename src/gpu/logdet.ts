/** log det(I + c·Î) and its trace on the GPU; the float64 twin is `logDetPlusIdentity` in scoring/logdet.ts. */

import { NotPositiveDefiniteError } from '../scoring/logdet';
import { bindGroup, computePipeline, dispatch, kernelOf, readBuffer, submitPass } from './compute';
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

/** @throws GpuResourceError where the device refuses shaders or buffers */
export function logDetKernel(device: GPUDevice, d: number) {
  return kernelOf(device, 'log-det kernel', (buffers) => {
    const made = pipelines(device);
    const side = tilesAcross(d) * TILE;
    const panels = side / PANEL;
    const matrix = buffers.storage(side * side * 4);
    const inverses = buffers.storage(side * 4);
    const losses = buffers.storage(side * 4);
    const result = buffers.storage(RESULT_BYTES);
    const steps = buffers.uniform(new Uint32Array(panels * (STEP_BYTES / 4)));

    /** A step for every panel. */
    const writeSteps = (scale: number) => {
      const words = new Uint32Array(panels * (STEP_BYTES / 4));
      const scales = new Float32Array(words.buffer);
      for (let step = 0; step < panels; step++) {
        const at = (step * STEP_BYTES) / 4;
        scales[at] = scale;
        words.set([d, side / 4, tilesAcross(d), step * PANEL, 0], at + 1);
      }
      device.queue.writeBuffer(steps, 0, words);
    };

    const record = (pass: GPUComputePassEncoder, bindings: GPUBindGroup) => {
      const enqueue = (pipeline: GPUComputePipeline, step: number, x: number, y = 1) =>
        dispatch(pass, pipeline, bindings, x, y, [step * STEP_BYTES]);
      enqueue(made.load, 0, tilesOfTriangle(d));
      enqueue(made.begin, 0, 1);
      for (let step = 0; step < panels; step++) {
        enqueue(made.eliminateCorner, step, 1);
        const rest = side - (step + 1) * PANEL;
        if (rest === 0) continue;
        enqueue(made.eliminateRows, step, Math.ceil(rest / 64));
        enqueue(made.updateRest, step, rest / 32, rest / 32);
      }
      enqueue(made.finish, 0, 1);
    };

    return {
      /**
       * @param tiles sums of the information kernel
       * @param scale c/N
       * @throws NotPositiveDefiniteError with the index of the first pivot that is not above zero
       */
      async run(tiles: GPUBuffer, scale: number): Promise<LogDet> {
        const bound = { 1: tiles, 2: matrix, 3: inverses, 4: losses, 5: result };
        const bindings = bindGroup(device, made.load, { 0: { buffer: steps, size: STEP_BYTES }, ...bound });
        writeSteps(scale);
        submitPass(device, (pass) => record(pass, bindings));
        return resultOf(new DataView(await readBuffer(device, result, RESULT_BYTES)));
      },
    };
  });
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
