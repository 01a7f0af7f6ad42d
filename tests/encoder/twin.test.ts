/** A folder with an ONNX file and the checkpoint that it was exported from, or another one. */

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { randomWeights } from '../support/bert-graph.mjs';
import { Encoder } from '../../src/encoder/encoder';
import { readFolderInfo } from '../../src/encoder/folder-settings';
import { openModelFolder } from '../../src/encoder/model-folder';
import type { ParityReport } from '../../src/encoder/types';
import { startEncoderWorker, stubBrowserGlobals } from '../support/browser-globals';
import { madeEncoder, MADE_SHAPE } from '../support/made-encoder';

const BASE = new URL('http://localhost/models/');
const { hidden, intermediate, vocab, maxPositions, tokenTypes } = MADE_SHAPE;

/** Names of the exported weights and of the checkpoint's. */
const VECTORS = [
  ['embeddings.norm', 'embeddings.LayerNorm', hidden],
  ['layer.0.attention_norm', 'encoder.layer.0.attention.output.LayerNorm', hidden],
  ['layer.0.output_norm', 'encoder.layer.0.output.LayerNorm', hidden],
] as const;
const TABLES = [
  ['embeddings.word', 'embeddings.word_embeddings.weight', vocab],
  ['embeddings.position', 'embeddings.position_embeddings.weight', maxPositions],
  ['embeddings.token_type', 'embeddings.token_type_embeddings.weight', tokenTypes],
] as const;
const MATRICES = [
  ['query', 'attention.self.query', hidden, hidden],
  ['key', 'attention.self.key', hidden, hidden],
  ['value', 'attention.self.value', hidden, hidden],
  ['attention_output', 'attention.output.dense', hidden, hidden],
  ['intermediate', 'intermediate.dense', hidden, intermediate],
  ['output', 'output.dense', intermediate, hidden],
] as const;

interface Tensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** The weights of a seed as training would have written them. */
function checkpoint(seed: number): Uint8Array {
  const weights = randomWeights(seed);
  const tensors: Record<string, Tensor> = {};
  for (const [own, name, rows] of TABLES)
    tensors[name] = { shape: [rows, hidden], data: weights(own, [rows, hidden]) };
  for (const [own, name, width] of VECTORS) {
    tensors[`${name}.weight`] = { shape: [width], data: weights(`${own}.gamma`, [width]) };
    tensors[`${name}.bias`] = { shape: [width], data: weights(`${own}.bias`, [width]) };
  }
  for (const [own, name, from, to] of MATRICES) {
    const data = weights(`layer.0.${own}`, [from, to]);
    const turned = Float32Array.from(data, (_, i) => data[(i % from) * to + Math.floor(i / from)] as number);
    tensors[`encoder.layer.0.${name}.weight`] = { shape: [to, from], data: turned };
    tensors[`encoder.layer.0.${name}.bias`] = { shape: [to], data: weights(`layer.0.${own}.bias`, [to]) };
  }
  return safetensors(tensors);
}

function safetensors(tensors: Readonly<Record<string, Tensor>>): Uint8Array {
  let end = 0;
  const entries = Object.entries(tensors).map(([name, { shape, data }]) => {
    const from = end;
    end += data.byteLength;
    return [name, { dtype: 'F32', shape, data_offsets: [from, end] }];
  });
  const head = JSON.stringify(Object.fromEntries(entries));
  const header = new TextEncoder().encode(head.padEnd(8 * Math.ceil(head.length / 8)));
  const size = new Uint8Array(new BigUint64Array([BigInt(header.length)]).buffer);
  return Buffer.concat([size, header, ...Object.values(tensors).map(({ data }) => Buffer.from(data.buffer))]);
}

/** What opening the folder says of its two files. @param weights of the checkpoint beside the ONNX file */
async function parityOf(weights: Uint8Array, bytes = weights.length): Promise<ParityReport | null> {
  const file = new File([weights as BlobPart], 'model.safetensors');
  Object.defineProperty(file, 'size', { value: bytes });
  const made = madeEncoder();
  const model = { ...made, files: [...made.files, { path: 'model.safetensors', file }] };
  const { onnx, settings } = await readFolderInfo(await openModelFolder(model, BASE));
  expect(onnx[0]?.path).toBe('onnx/model.onnx');
  const options = { model, onnx: 'onnx/model.onnx', settings, device: 'wasm' } as const;
  const encoder = await Encoder.open(options, {
    base: BASE,
    startWorker: startEncoderWorker,
    known: new Map(),
  });
  await encoder.release();
  return encoder.identity(hidden).parity;
}

beforeAll(() => stubBrowserGlobals());
afterAll(() => vi.unstubAllGlobals());

it('is quiet where the ONNX file is an export of the checkpoint beside it', async () => {
  const parity = await parityOf(checkpoint(7));
  expect(parity).toMatchObject({ texts: 8, warning: null });
  expect(parity?.min_cosine).toBeGreaterThan(1 - 1e-6);
});

it('says where they are of two trainings', async () => {
  const { warning = '' } = (await parityOf(checkpoint(8))) ?? {};
  expect(warning).toMatch(/^onnx\/model\.onnx differs from model\.safetensors: .* over 8 texts is /);
  expect(warning).toContain('remove the one that is not yours');
});

it('does not compare more than 500 MB, and says so', async () => {
  const { warning } = (await parityOf(checkpoint(7), 6e8)) ?? {};
  expect(warning).toBe('onnx/model.onnx and model.safetensors were not compared: one has more than 500 MB.');
});

it('says nothing of a checkpoint that cannot be built: the ONNX file is what runs', async () => {
  expect(await parityOf(new Uint8Array(9))).toBeNull();
});
