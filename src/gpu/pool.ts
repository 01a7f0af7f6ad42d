/** Pooling and normalisation on the GPU; the float64 twins are `meanOfRows` and `asEmbedding`. */

import { bindGroup, computePipeline, dispatch, kernelOf, readBuffer, submitPass } from './compute';
import shader from './pool.wgsl?raw';

export interface PoolOptions {
  /** Most texts in a batch. */
  readonly texts: number;
  /** Mean over the tokens, or the first token. A model that pools by itself has one token a text. */
  readonly pooling: 'mean' | 'cls';
  readonly normalise: boolean;
}

/** A model's output on the device. */
export interface HiddenStates {
  /** texts × tokens × d float32; the buffer may be longer. */
  readonly buffer: GPUBuffer;
  readonly texts: number;
  readonly tokens: number;
}

/** @throws GpuResourceError where the device refuses shaders or buffers */
export function poolKernel(device: GPUDevice, d: number, options: PoolOptions) {
  return kernelOf(device, 'pooling kernel', (buffers) => {
    const pipeline = computePipeline(device, shader, 'pool');
    const shape = buffers.uniform(new Uint32Array(4));
    const tokens = buffers.storage(options.texts * 4);
    const pooled = buffers.storage(options.texts * d * 4);
    return {
      /**
       * Pools a batch. It is queued before this returns, so `hidden` may be destroyed then.
       * @param lengths tokens of each text that are not padding
       * @returns a vector a text
       * @throws RangeError for more texts than there is room for
       */
      async run(hidden: HiddenStates, lengths: Uint32Array): Promise<Float32Array[]> {
        if (hidden.texts > options.texts) {
          throw new RangeError(`A batch of ${hidden.texts} texts came where ${options.texts} fit.`);
        }
        const words = [hidden.tokens, d, Number(options.pooling === 'mean'), Number(options.normalise)];
        device.queue.writeBuffer(shape, 0, Uint32Array.from(words));
        device.queue.writeBuffer(tokens, 0, lengths);
        const bytes = hidden.texts * hidden.tokens * d * 4;
        const bindings = bindGroup(device, pipeline, {
          0: shape,
          1: { buffer: hidden.buffer, size: bytes },
          2: tokens,
          3: pooled,
        });
        submitPass(device, (pass) => dispatch(pass, pipeline, bindings, hidden.texts));
        const values = new Float32Array(await readBuffer(device, pooled, hidden.texts * d * 4));
        return Array.from({ length: hidden.texts }, (_, i) => values.subarray(i * d, (i + 1) * d));
      },
    };
  });
}
