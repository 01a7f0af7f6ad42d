/** An encoder on the runtime that a command in Node lends, by a stand-in: wasm, whose vectors are moved by a known length. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import * as ort from 'onnxruntime-web/wasm';

import { afterEach, beforeAll, expect, it, vi } from 'vitest';

import { Encoder, type EncoderOptions } from '../../src/encoder/encoder';
import type { NativeRuntime, NodeHost } from '../../src/node-host';
import { stubBrowserGlobals, surroundings } from '../support/browser-globals';
import { madeEncoder, MADE_DIMENSION } from '../support/made-encoder';

const HOST = Symbol.for('negscope.host');
const OPTIONS: EncoderOptions = {
  model: madeEncoder(),
  onnx: 'onnx/model.onnx',
  settings: { queryPrefix: '', passagePrefix: '', pooling: 'cls', maxTokens: 16 },
  device: 'auto',
};

beforeAll(() => {
  stubBrowserGlobals();
  // As src/cli/host.ts lends it: files of the package.
  vi.stubGlobal('fetch', (address: URL) =>
    Promise.resolve(new Response(new Uint8Array(readFileSync(address)))),
  );
});
afterEach(() => Reflect.deleteProperty(globalThis, HOST));

/** @param moved added to the first number of each output */
function lend(moved: number, asked: ort.InferenceSession.SessionOptions[] = []): void {
  const create = async (model: Uint8Array, options: ort.InferenceSession.SessionOptions) => {
    asked.push(options);
    const session = await ort.InferenceSession.create(model, { ...options, executionProviders: ['wasm'] });
    const run = session.run.bind(session);
    return Object.assign(session, {
      run: async (...given: Parameters<typeof run>) => {
        const outputs = await run(...given);
        const hidden = outputs['last_hidden_state'];
        if (hidden?.data instanceof Float32Array) hidden.data[0] = (hidden.data[0] ?? 0) + moved;
        return outputs;
      },
    });
  };
  const load = () => ({ Tensor: ort.Tensor, InferenceSession: { create } });
  const native: NativeRuntime = { version: '1.30.0', provider: 'cpu', threads: 3, load };
  const host: NodeHost = { native, sha256: () => createHash('sha256') };
  Reflect.set(globalThis, HOST, host);
}

const open = (options = OPTIONS) => Encoder.open(options, surroundings());

it('runs there on its threads, says so, and keeps its vectors apart from those of wasm', async () => {
  const onWasm = await open();
  const asked: ort.InferenceSession.SessionOptions[] = [];
  lend(0, asked);
  const native = await open();
  expect(asked).toEqual([expect.objectContaining({ executionProviders: ['cpu'], intraOpNumThreads: 3 })]);
  expect(native.device).toEqual({
    kind: 'native',
    threads: 3,
    adapter: null,
    reason: 'onnxruntime-node 1.30.0 on cpu, 3 threads: chosen by the user',
  });
  expect(onWasm.device.kind).toBe('wasm');
  expect(native.identity(MADE_DIMENSION)).toEqual({
    ...onWasm.identity(MADE_DIMENSION),
    parity: { texts: 4, min_cosine: expect.closeTo(1, 12), warning: null },
  });
  expect(await native.cacheNamespace()).not.toBe(await onWasm.cacheNamespace());
  await Promise.all([onWasm.release(), native.release()]);
});

it('is refused where its vectors lie further from those of wasm than figures may', async () => {
  lend(1e-3);
  await expect(open()).rejects.toMatchObject({
    name: 'EncodeError',
    message: expect.stringMatching(
      /^fp32 on onnxruntime-node 1\.30\.0 on cpu gives other embeddings .*--runtime wasm\.$/,
    ),
  });
});

it('is not compared with weights that wasm cannot hold', async () => {
  const model = madeEncoder();
  const file = model.files.find(({ path }) => path === OPTIONS.onnx)?.file;
  Object.defineProperty(file, 'size', { value: 2.2e9 });
  lend(1e-3);
  const native = await open({ ...OPTIONS, model });
  expect(native.identity(MADE_DIMENSION).parity).toEqual({
    texts: 0,
    min_cosine: null,
    warning:
      'fp32 on onnxruntime-node 1.30.0 on cpu and fp32 on wasm were not compared: wasm runs at most 1.9 GB.',
  });
  await native.release();
});
