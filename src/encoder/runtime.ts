/** Loads onnxruntime: the small wasm bundle, the WebGPU one where a GPU is used, or what a command in Node lends. */

import type * as ORT from 'onnxruntime-web';
import wasmLoader from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasmBinary from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import asyncifyLoader from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url';
import asyncifyBinary from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import jspiLoader from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs?url';
import jspiBinary from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url';

import { webGpuBuild } from './webgpu-build';

import { nodeHost } from '../node-host';

export type Runtime = typeof ORT;

/** Loader and binary of each build. One script drives both builds for WebGPU. */
const FILES = {
  wasm: [wasmLoader, wasmBinary],
  jspi: [jspiLoader, jspiBinary],
  asyncify: [asyncifyLoader, asyncifyBinary],
} as const;

/** Most wasm threads or workers: more than four gain little on batches of short texts. */
const MOST_THREADS = 4;

/** What a session runs on. `native`: what a command in Node lends. */
export interface RunsOn {
  readonly runtime: 'wasm' | 'webgpu' | 'native';
  readonly threads: number;
}

/** How a pool uses the cores: several threads in one worker, or several workers of one thread. */
export interface PoolLayout extends RunsOn {
  readonly runtime: 'wasm' | 'native';
  readonly workers: number;
}

/**
 * Largest model (bytes of its ONNX file and weights) that gets one single-threaded worker for each core. Threads wait
 * for each other at every operator of the graph, workers do not, but each worker holds the whole model. Measured on
 * two cores (distinct texts of XQuAD, batches of 32; 2 threads → 2 workers, seconds; the quietest of three pairs):
 * 5.6 MB 0.63 → 0.50, 17.5 MB 1.16 → 0.66, 44 MB 1.47 → 1.38, 58 MB (int8) 1.62 → 1.66, 90 MB 2.03 → 2.97.
 */
export const MOST_BYTES_FOR_WORKERS = 32e6;

/**
 * @param modelBytes held by each worker
 * @returns threads only for a large model on a cross-origin isolated page, which alone has threads, and in Node, which has no workers
 */
export function wasmLayout(modelBytes: number): PoolLayout {
  const cores = Math.max(1, Math.min(MOST_THREADS, navigator.hardwareConcurrency));
  const isLarge = modelBytes > MOST_BYTES_FOR_WORKERS || nodeHost() !== null;
  const threads = self.crossOriginIsolated && isLarge;
  const [workers, each] = threads ? [1, cores] : [cores, 1];
  return { runtime: 'wasm', workers, threads: each };
}

/** On the runtime that a command in Node lends, else on wasm. @param modelBytes held by each worker */
export function poolLayout(modelBytes: number): PoolLayout {
  const native = nodeHost()?.native;
  return native ? { runtime: 'native', workers: 1, threads: native.threads } : wasmLayout(modelBytes);
}

/** The bundle for a device, with its files at our own origin; `native`: the user's own copy, in Node alone. */
export async function loadRuntime(kind: RunsOn['runtime'], threads: number): Promise<Runtime> {
  if (kind === 'native') return nodeHost()?.native?.load() as Runtime;
  const runtime: Runtime =
    kind === 'webgpu' ? await import('onnxruntime-web/webgpu') : await import('onnxruntime-web/wasm');
  const [mjs, wasm] = FILES[kind === 'webgpu' ? webGpuBuild() : 'wasm'];
  const here = self.location.href;
  runtime.env.wasm.wasmPaths = { mjs: new URL(mjs, here).href, wasm: new URL(wasm, here).href };
  // In Node its loader would read the file itself, of which a package holds the compressed twin alone.
  if (nodeHost()) runtime.env.wasm.wasmBinary = await (await fetch(new URL(wasm, here))).arrayBuffer();
  runtime.env.wasm.numThreads = threads;
  runtime.env.wasm.proxy = false;
  runtime.env.logLevel = 'error';
  return runtime;
}
