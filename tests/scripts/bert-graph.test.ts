/** Made transformers, which tests and benchmarks run, against the equations of BERT. */

import { InferenceSession, Tensor } from 'onnxruntime-web';
import { describe, expect, it } from 'vitest';

import { buildBert, randomWeights } from '../../scripts/encoder/bert-graph.mjs';
import { writeModel } from '../../scripts/encoder/onnx-writer.mjs';
import { referenceBert } from './encoder-reference';

const ids = (rows: readonly (readonly number[])[]) =>
  new Tensor('int64', BigInt64Array.from(rows.flat(), BigInt), [rows.length, rows[0]?.length ?? 0]);

async function run(model: Uint8Array, feeds: Record<string, readonly (readonly number[])[]>) {
  const session = await InferenceSession.create(model);
  const outputs = await session.run(
    Object.fromEntries(Object.entries(feeds).map(([name, rows]) => [name, ids(rows)])),
  );
  const [name = ''] = session.outputNames;
  const { dims = [], data } = outputs[name] ?? {};
  return { inputs: session.inputNames, name, dims: [...dims], data: data as Float32Array };
}

describe('buildBert', () => {
  const size = {
    layers: 2,
    hidden: 8,
    heads: 2,
    intermediate: 12,
    vocab: 20,
    maxPositions: 6,
    tokenTypes: 2,
  };
  const weights = randomWeights(7);
  const feeds = {
    input_ids: [
      [4, 9, 1, 17],
      [3, 3, 0, 0],
    ],
    attention_mask: [
      [1, 1, 1, 1],
      [1, 1, 0, 0],
    ],
    token_type_ids: [
      [0, 0, 1, 1],
      [0, 0, 0, 0],
    ],
  };

  it('computes what the equations of BERT say', async () => {
    const { data, dims } = await run(buildBert({ ...size, weights }), feeds);
    expect(dims).toEqual([2, 4, 8]);
    feeds.input_ids.forEach((sequence, row) => {
      const length = feeds.attention_mask[row]?.reduce((sum, bit) => sum + bit, 0) ?? 0;
      const expected = referenceBert(
        size,
        weights,
        sequence.slice(0, length),
        feeds.token_type_ids[row] ?? [],
      );
      expected.flat().forEach((value, at) => expect(data[row * 32 + at]).toBeCloseTo(value, 5));
    });
  });

  it('leaves out token types, and pools to unit length', async () => {
    const two = { input_ids: feeds.input_ids, attention_mask: feeds.attention_mask };
    const plain = await run(buildBert({ ...size, tokenTypes: 0, weights }), two);
    const pooled = await run(buildBert({ ...size, tokenTypes: 0, weights, pooled: true }), two);
    expect(plain.inputs).toEqual(['input_ids', 'attention_mask']);
    expect([pooled.name, pooled.dims]).toEqual(['sentence_embedding', [2, 8]]);
    const second = [0, 1].map((token) => plain.data.slice(32 + 8 * token, 40 + 8 * token));
    const sum = Array.from({ length: 8 }, (_value, at) =>
      second.reduce((total, state) => total + (state[at] ?? 0), 0),
    );
    const norm = Math.hypot(...sum);
    sum.forEach((value, at) => expect(pooled.data[8 + at]).toBeCloseTo(value / norm, 5));
  });

  it('refuses sizes that do not fit', () => {
    expect(() => buildBert({ ...size, heads: 3, weights })).toThrow(
      /hidden \(8\) must be a multiple of heads \(3\)/,
    );
    expect(() => buildBert({ ...size, weights: () => new Float32Array(3) })).toThrow(
      /need \d+ values, got 3/,
    );
    const tensors = [{ name: 'a', dims: [2, 2], data: Float32Array.of(1) }];
    const model = { name: 'x', description: '', opset: 17, nodes: [], tensors, inputs: [], outputs: [] };
    expect(() => writeModel(model)).toThrow(/tensor a: dims \[2, 2\] need 4 values, got 1/);
  });
});
