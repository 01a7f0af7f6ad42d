/**
 * Which of onnxruntime's two builds for WebGPU this browser runs. Both give the same figures: in `jspi` the browser suspends wasm,
 * in `asyncify` wasm does it itself, at 1.6 times the size.
 */
export const webGpuBuild = () => ('Suspending' in WebAssembly ? 'jspi' : 'asyncify');

/** The build that this browser will ask for; null where it has no WebGPU. */
export const neededWebGpuBuild = () => ('gpu' in navigator ? webGpuBuild() : null);
