/** Which of onnxruntime's two builds for WebGPU a browser runs. Both give the same figures. */

/** `jspi` has the browser suspend wasm; `asyncify` does it in wasm, at 1.6 times the size. */
export type WebGpuBuild = 'jspi' | 'asyncify';

export function webGpuBuild(): WebGpuBuild {
  return 'Suspending' in WebAssembly ? 'jspi' : 'asyncify';
}

/** The build that this browser will ask for; null where it has no WebGPU. */
export function neededWebGpuBuild(): WebGpuBuild | null {
  return 'gpu' in navigator ? webGpuBuild() : null;
}
