import { expect, it } from 'vitest';

import { openOn } from '../../src/encoder/device-choice';
import type { EncoderModel } from '../../src/encoder/model';

it('weights that wasm cannot hold are refused before they are read, with what to do', async () => {
  const model: Pick<EncoderModel, 'sessionBytes' | 'layout' | 'table' | 'onnx'> & {
    folder: { name: string };
  } = {
    folder: { name: 'large' },
    onnx: 'model.safetensors',
    sessionBytes: 2.2e9,
    layout: { runtime: 'wasm', workers: 1, threads: 4 },
    table: () => Promise.resolve(null),
  };
  const noWorker = () => {
    throw new Error('no worker is needed');
  };
  await expect(openOn(model as EncoderModel, null, noWorker)).rejects.toThrow(
    'Model folder "large": model.safetensors cannot be used. It has 2.2 GB, and wasm runs at most 1.9 GB. Rank on the ' +
      'terminal with onnxruntime-node: --runtime native.',
  );
});
