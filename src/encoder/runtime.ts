/** Loads onnxruntime-web: the small wasm bundle, or the WebGPU one where a GPU is used. */

import type * as ORT from 'onnxruntime-web';
import wasmLoader from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasmBinary from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import webgpuLoader from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url';
import webgpuBinary from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';

export type Runtime = typeof ORT;

/** Most wasm threads, or workers where threads cannot be had: more than four bring little to batches of short texts. */
const MOST_THREADS = 4;

/** How wasm uses the cores: threads in one worker, or several workers of one thread. */
export interface WasmLayout {
  readonly workers: number;
  readonly threads: number;
}

/** Threads need a cross-origin isolated page; without it every worker runs on one. */
export function wasmLayout(): WasmLayout {
  const cores = Math.max(1, Math.min(MOST_THREADS, navigator.hardwareConcurrency));
  return self.crossOriginIsolated ? { workers: 1, threads: cores } : { workers: cores, threads: 1 };
}

/** The bundle for a device, its files at our own origin. */
export async function loadRuntime(kind: 'wasm' | 'webgpu', threads: number): Promise<Runtime> {
  const runtime: Runtime =
    kind === 'webgpu' ? await import('onnxruntime-web/webgpu') : await import('onnxruntime-web/wasm');
  const here = self.location.href;
  runtime.env.wasm.wasmPaths =
    kind === 'webgpu'
      ? { mjs: new URL(webgpuLoader, here).href, wasm: new URL(webgpuBinary, here).href }
      : { mjs: new URL(wasmLoader, here).href, wasm: new URL(wasmBinary, here).href };
  runtime.env.wasm.numThreads = threads;
  runtime.env.wasm.proxy = false;
  runtime.env.logLevel = 'error';
  return runtime;
}
