/** Which device an encoder runs on, and why; and its sessions there. */

import { openGpu, type GpuHandle } from '../gpu/device';
import { nodeHost } from '../node-host';
import { orBroken } from '../or-broken';
import type { WorkerEnd } from '../worker';
import { BrokenModelFileError } from './errors';
import type { EncoderModel } from './model';
import { openSession, type BatchEncoder } from './session';
import { openTable } from './table';
import type { DeviceChoice } from './types';
import { openPool } from './worker-pool';

/** Weights stand twice in wasm's 4 GB: as they are, and packed for products. */
export const MOST_WASM_BYTES = 1.9e9;

/** A GPU, or null for the processor, with the reason. */
export interface Device {
  readonly gpu: GpuHandle | null;
  readonly why: string;
}

/** The GPU that may be used, if any; none for a table. @throws GpuUnavailableError where WebGPU is demanded and absent */
export async function openDevice(model: EncoderModel, choice: DeviceChoice): Promise<Device> {
  if (choice === 'wasm' || nodeHost()?.native) return { gpu: null, why: 'chosen by the user' };
  if (model.isTable) return { gpu: null, why: 'a table of vectors needs no GPU' };
  const opening = await openGpu(choice);
  if (opening.status === 'absent') return { gpu: null, why: opening.reason };
  return { gpu: opening.handle, why: choice === 'webgpu' ? 'chosen by the user' : 'a GPU is there' };
}

/**
 * Opens a model on a GPU, which stays the caller's, or on the processor: a table here, all else in workers, or in Node here too.
 * @throws EncoderWorkerError, BrokenModelFileError
 */
export async function openOn(
  model: EncoderModel,
  gpu: GpuHandle | null,
  startWorker: () => WorkerEnd,
  layout = model.layout,
): Promise<BatchEncoder> {
  if (gpu) {
    const on = { runtime: 'webgpu', threads: 1 } as const;
    const session = await openSession(await model.sessionOptions(), on, gpu.device);
    const orLost = orBroken(gpu.whenLost);
    return { ...session, encode: (batch) => orLost(session.encode(batch)) };
  }
  const table = await model.table();
  if (table) return openTable(table);
  if (layout.runtime === 'wasm' && model.sessionBytes > MOST_WASM_BYTES) {
    const reason = `It has ${(model.sessionBytes / 1e9).toFixed(1)} GB, and wasm runs at most ${MOST_WASM_BYTES / 1e9} GB.`;
    const way = 'Rank on the terminal with onnxruntime-node: --runtime native.';
    throw new BrokenModelFileError(model.folder.name, model.onnx, `${reason} ${way}`);
  }
  // A command computes in one thread: a pool would compile the runtime once a worker.
  if (nodeHost()) return openSession(await model.sessionOptions(), layout);
  return openPool(startWorker, () => model.sessionOptions(), layout);
}

/**
 * What runs a model, as the report describes it. `javascript`: a static encoder, whose vectors are looked up and averaged without a
 * runtime. `native`: onnxruntime for Node, in `negscope rank` alone.
 */
export function deviceReport(model: EncoderModel, { gpu, why }: Device) {
  const { runtime, workers, threads } = model.layout;
  const kind: 'webgpu' | 'javascript' | typeof runtime = gpu
    ? 'webgpu'
    : model.isTable
      ? 'javascript'
      : runtime;
  const words =
    workers > 1 ? `${workers} workers of one thread` : threads === 1 ? '1 thread' : `${threads} threads`;
  const runs = {
    webgpu: 'WebGPU',
    javascript: 'a table of vectors, averaged without a runtime',
    wasm: `wasm, ${words}`,
    native: `${nativeInWords()}, ${words}`,
  }[kind];
  const isPool = kind === 'wasm' || kind === 'native';
  const adapter = gpu?.adapter ?? null;
  return { kind, threads: isPool ? workers * threads : 1, adapter, reason: `${runs}: ${why}` };
}

export type DeviceReport = ReturnType<typeof deviceReport>;

/** What runs an encoder in Node, where it is not wasm: `onnxruntime-node 1.30.0 on cpu`. */
export function nativeInWords(): string {
  const native = nodeHost()?.native;
  return native ? `onnxruntime-node ${native.version} on ${native.provider}` : '';
}
