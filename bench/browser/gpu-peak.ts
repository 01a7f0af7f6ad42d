/** The float32 speed that this GPU reaches in WGSL with nothing to read: what the kernels are held against. */

import { bindGroup, computePipeline, dispatch, OwnedBuffers, submitPass } from '../../src/gpu/compute';
import { openGpu } from '../../src/gpu/device';
import shader from './gpu-peak.wgsl?raw';

const WORKGROUPS = 8192;
const THREADS = WORKGROUPS * 64;
const OPERATIONS_A_STEP = 32;
/** A run of at least this length is long enough to be timed. */
const LONG_ENOUGH_SECONDS = 0.05;
const MOST_STEPS = 1 << 20;

/** Multiplications and additions a second. */
export async function gpuPeak(): Promise<number> {
  const opening = await openGpu('webgpu');
  if (opening.status === 'absent') throw new Error(opening.reason);
  const { device } = opening.handle;
  const buffers = new OwnedBuffers(device);
  try {
    const pipeline = computePipeline(device, shader, 'peak');
    const sink = buffers.storage(THREADS * 4);
    for (let steps = 16; ; steps *= 2) {
      const bindings = bindGroup(device, pipeline, { 0: sink, 1: buffers.uniform(Uint32Array.of(steps)) });
      await device.queue.onSubmittedWorkDone();
      const start = performance.now();
      submitPass(device, (pass) => dispatch(pass, pipeline, bindings, WORKGROUPS));
      await device.queue.onSubmittedWorkDone();
      const seconds = (performance.now() - start) / 1000;
      if (seconds >= LONG_ENOUGH_SECONDS || steps >= MOST_STEPS) {
        return (THREADS * steps * OPERATIONS_A_STEP) / seconds;
      }
    }
  } finally {
    buffers.destroy();
    opening.handle.destroy();
  }
}
