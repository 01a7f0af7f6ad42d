/** Which device an encoder runs on, and why. */

import { reasonOf } from './errors';
import { openGpuLanes, openProcessorLanes } from './lanes';
import type { EncoderModel } from './model';
import { poolLayout, type PoolLayout } from './runtime';
import type { Lanes } from './session';
import type { DeviceChoice, DeviceReport, EncoderGpu, EncoderSurroundings } from './types';
import { nodeHost } from '../node-host';
import type { WorkerEnd } from '../worker';

/** A GPU, or null for the processor, with the reason. */
export interface Device {
  readonly gpu: EncoderGpu | null;
  readonly why: string;
}

/**
 * The GPU that may be used, if any: a software adapter only where it is demanded.
 * @throws what `openGpu` throws where WebGPU is demanded and absent
 */
export async function openDevice(
  choice: DeviceChoice,
  openGpu: EncoderSurroundings['openGpu'],
): Promise<Device> {
  if (choice === 'wasm' || nodeHost()?.native) return { gpu: null, why: 'chosen by the user' };
  const opening = await openGpu(choice);
  if (opening.status === 'absent') return { gpu: null, why: opening.reason };
  const { handle } = opening;
  if (choice === 'webgpu') return { gpu: handle, why: 'chosen by the user' };
  if (!handle.adapter.fallback) return { gpu: handle, why: 'a GPU is there' };
  handle.destroy();
  return { gpu: null, why: 'WebGPU would run in software here' };
}

/**
 * Opens the sessions of a model: on the GPU if there is one and the model is no table. An unused GPU is destroyed.
 * @throws the session's errors; on a GPU only where it was demanded: `auto` falls back to the processor
 */
export async function openLanes(
  model: EncoderModel,
  choice: DeviceChoice,
  { gpu, why }: Device,
  startWorker: () => WorkerEnd,
): Promise<{ lanes: Lanes; device: Device }> {
  let reason = why;
  if (gpu && model.checkpoint?.isTable) reason = 'a table of vectors needs no GPU';
  else if (gpu) {
    try {
      return { lanes: await openGpuLanes(model, gpu), device: { gpu, why } };
    } catch (error) {
      reason = `WebGPU failed (${reasonOf(error)})`;
      if (choice === 'webgpu') {
        gpu.destroy();
        throw error;
      }
    }
  }
  gpu?.destroy();
  const lanes = await openProcessorLanes(model, startWorker, poolLayout(model.sessionBytes));
  return { lanes, device: { gpu: null, why: reason } };
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
