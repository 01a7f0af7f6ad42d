/** How far from fp32 on wasm a device may be before it is said. */

import { beforeAll, expect, it } from 'vitest';

import { openOn } from '../../src/encoder/device-choice';
import { EncoderModel } from '../../src/encoder/model';
import { openModelFolder } from '../../src/encoder/model-folder';
import { checkParity } from '../../src/encoder/parity';
import { startEncoderWorker, stubBrowserGlobals } from '../support/browser-globals';
import { madeEncoder } from '../support/made-encoder';

beforeAll(() => stubBrowserGlobals());

/** A unit vector whose cosine with `x` is given. */
function turned(x: Float32Array, cosine: number): Float32Array<ArrayBuffer> {
  const across = x.map((xi, i) => Number(i === 0) - (x[0] as number) * xi);
  const step = Math.sqrt(1 - cosine ** 2) / Math.hypot(...across);
  return Float32Array.from(x, (xi, i) => cosine * xi + step * (across[i] as number));
}

it.each([
  [0.9995, null],
  [
    0.9985,
    'fp32 on WebGPU differs from fp32 on wasm: the smallest cosine over 4 texts is 0.9985, where 0.999',
  ],
  [0.6, 'the smallest cosine over 4 texts is 0.6000, where 0.999 is expected. Figures may be off'],
])('a device whose vectors have cosine %d', async (cosine, said) => {
  const folder = await openModelFolder(madeEncoder(), new URL('http://localhost/models/'));
  const settings = { queryPrefix: '', passagePrefix: '', pooling: 'mean', maxTokens: 16 } as const;
  const model = await EncoderModel.open(folder, 'onnx/model.onnx', settings);
  const wasm = await openOn(model, null, startEncoderWorker);
  const device: typeof wasm = {
    ...wasm,
    encode: async (batch) =>
      (await wasm.encode(batch)).map((x, i) => (i === 2 ? turned(x, cosine) : x)) as never,
  };
  const parity = await checkParity(model, 'webgpu', device, startEncoderWorker);
  await wasm.release();
  expect(parity?.min_cosine).toBeCloseTo(cosine, 6);
  if (said === null) expect(parity?.warning).toBeNull();
  else expect(parity?.warning).toContain(said);
});
