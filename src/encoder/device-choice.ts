/** Which device an encoder runs on, and why. */

import { reasonOf } from './errors';
import { openGpuLanes, openProcessorLanes, type Lanes } from './lanes';
import type { EncoderModel } from './model';
import { poolLayout, type PoolLayout } from './runtime';
import type { TokenSequence } from './session';
import type { DeviceChoice, DeviceReport, EncoderGpu, EncoderSurroundings } from './types';
import { nodeHost } from '../node-host';
import type { WorkerEnd } from '../worker';

/** A GPU, or null for the processor, with the reason. */
export interface Device {
  readonly gpu: EncoderGpu | null;
  readonly why: string;
}

/** Texts of the warm-up in which WebGPU has to beat wasm: sixteen sequences of 64 tokens. */
const WARM_UP = { texts: 16, tokens: 64 };

/**
 * The GPU that may be used, if any.
 * @throws what `openGpu` throws where WebGPU is demanded and absent
 */
export async function openDevice(
  choice: DeviceChoice,
  openGpu: EncoderSurroundings['openGpu'],
): Promise<Device> {
  if (choice === 'wasm' || nodeHost()?.native) return { gpu: null, why: 'chosen by the user' };
  const opening = await openGpu(choice);
  if (opening.status === 'absent') return { gpu: null, why: opening.reason };
  return { gpu: opening.handle, why: choice === 'webgpu' ? 'chosen by the user' : '' };
}

/**
 * Opens the sessions of a model: on the GPU if there is one, unless `auto` finds the processor faster or needs no session
 * at all. An unused GPU is destroyed.
 * @throws the session's errors; on a GPU only where it was demanded: `auto` falls back to the processor
 */
export async function openLanes(
  model: EncoderModel,
  choice: DeviceChoice,
  { gpu, why }: Device,
  startWorker: () => WorkerEnd,
): Promise<{ lanes: Lanes; device: Device }> {
  if (gpu && choice === 'webgpu' && !model.checkpoint?.isTable)
    return { lanes: await onGpu(model, gpu), device: { gpu, why } };
  const processor = await openProcessorLanes(model, startWorker, poolLayout(model.sessionBytes)).catch(
    (error: unknown) => {
      gpu?.destroy();
      throw error;
    },
  );
  if (!gpu) return { lanes: processor, device: { gpu, why } };
  const instead = (reason: string) => {
    gpu.destroy();
    return { lanes: processor, device: { gpu: null, why: reason } };
  };
  if (processor.kind === 'javascript') return instead('a table of vectors needs no GPU');
  try {
    const lanes = await openGpuLanes(model, gpu);
    if ((await warmUp(lanes)) < (await warmUp(processor))) {
      await processor.release();
      return { lanes, device: { gpu, why: 'faster than wasm in the warm-up' } };
    }
    await lanes.release();
    return instead('faster than WebGPU in the warm-up');
  } catch (error) {
    return instead(`WebGPU failed (${reasonOf(error)})`);
  }
}

/** Whoever demanded WebGPU is told what is wrong with it. */
async function onGpu(model: EncoderModel, gpu: EncoderGpu): Promise<Lanes> {
  try {
    return await openGpuLanes(model, gpu);
  } catch (error) {
    gpu.destroy();
    throw error;
  }
}

/** Seconds of the second of two equal runs. The first compiles shaders and sizes buffers. */
async function warmUp(lanes: Lanes): Promise<number> {
  const batch: TokenSequence[] = Array.from({ length: WARM_UP.texts }, () =>
    new Int32Array(WARM_UP.tokens).fill(1),
  );
  await lanes.encode(batch);
  const start = performance.now();
  await lanes.encode(batch);
  return (performance.now() - start) / 1000;
}

/** A device as the report describes it. @param layout of the workers on wasm */
export function deviceReport(
  kind: DeviceReport['kind'],
  { gpu, why }: Device,
  layout: PoolLayout,
): DeviceReport {
  if (gpu) return { kind: 'webgpu', threads: 1, adapter: gpu.adapter, reason: `WebGPU: ${why}` };
  if (kind === 'javascript') {
    const reason = `a table of vectors, averaged without a runtime: ${why}`;
    return { kind, threads: 1, adapter: null, reason };
  }
  const { runtime, workers, threads } = layout;
  const words =
    workers > 1 ? `${workers} workers of one thread` : threads === 1 ? '1 thread' : `${threads} threads`;
  const ran = runtime === 'wasm' ? runtime : nativeInWords();
  return { kind, threads: workers * threads, adapter: null, reason: `${ran}, ${words}: ${why}` };
}

/** What runs an encoder in Node, where it is not wasm: `onnxruntime-node 1.30.0 on cpu`. */
export function nativeInWords(): string {
  const native = nodeHost()?.native;
  return native ? `onnxruntime-node ${native.version} on ${native.provider}` : '';
}
