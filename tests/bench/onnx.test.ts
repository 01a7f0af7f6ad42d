import { InferenceSession, Tensor } from 'onnxruntime-web';
import { describe, expect, it } from 'vitest';

import { readModel } from '../../bench/lib/onnx-reader.mjs';
import { quantiseDynamically } from '../../bench/lib/quantise.mjs';
import { buildBert, randomWeights } from '../../scripts/encoder/bert-graph.mjs';
import { writeModel } from '../../scripts/encoder/onnx-writer.mjs';

const SHAPE = {
  layers: 2,
  hidden: 32,
  heads: 4,
  intermediate: 64,
  vocab: 50,
  maxPositions: 16,
  tokenTypes: 2,
};
const bert = buildBert({ ...SHAPE, weights: randomWeights(1), description: 'test' });

/** Token states of two sequences, [2, 5, hidden]. */
async function states(model: Uint8Array): Promise<Float32Array> {
  const session = await InferenceSession.create(model);
  const port = (value: (at: number) => number) =>
    new Tensor(
      'int64',
      BigInt64Array.from({ length: 10 }, (_, at) => BigInt(value(at))),
      [2, 5],
    );
  const outputs = await session.run({
    input_ids: port((at) => (at * 7) % SHAPE.vocab),
    attention_mask: port((at) => (at === 9 ? 0 : 1)),
    token_type_ids: port(() => 0),
  });
  await session.release();
  return (await outputs['last_hidden_state']?.getData()) as Float32Array;
}

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

describe('the ONNX reader', () => {
  it('reads what the writer wrote: written again it is the same bytes', () => {
    expect(writeModel(readModel(bert))).toEqual(bert);
  });

  it('reads numbers of every kind', () => {
    const model = {
      name: 'g',
      description: 'd',
      opset: 17,
      nodes: [
        {
          op: 'A',
          inputs: ['x', ''],
          outputs: ['y'],
          attributes: { axis: -1, e: { float: 0.5 }, p: [2, -3] },
        },
      ],
      tensors: [
        { name: 'f', dims: [2], data: Float32Array.of(1.5, -2) },
        { name: 'b', dims: [], data: Int8Array.of(-7) },
        { name: 'i', dims: [1], data: Int32Array.of(-70_000) },
        { name: 'l', dims: [1, 1], data: BigInt64Array.of(-(2n ** 40n)) },
      ],
      inputs: [{ name: 'x', type: 7, dims: ['batch', 4] }],
      outputs: [{ name: 'y', type: 1, dims: ['batch'] }],
    };
    expect(readModel(writeModel(model))).toEqual(model);
  });

  it('refuses a file that ends inside a number', () => {
    expect(() => readModel(Uint8Array.of(0x08, 0x80))).toThrow('ends inside a number');
  });
});

describe('dynamic quantisation', () => {
  const quantised = quantiseDynamically(readModel(bert));

  it('takes every product with a constant in integers, and quantises each factor once', () => {
    const count = (op: string) => quantised.nodes.filter((node) => node.op === op).length;
    // Query, key, value, output of the attention, and two of the feed-forward network, in each layer.
    expect(count('MatMulInteger')).toBe(SHAPE.layers * 6);
    // Query, key and value share theirs.
    expect(count('DynamicQuantizeLinear')).toBe(SHAPE.layers * 4);
    // Products of the attention, which have no constant.
    expect(count('MatMul')).toBe(SHAPE.layers * 2);
    const bytes = writeModel(quantised).length;
    expect(bytes).toBeLessThan(bert.length * 0.6);
  });

  it('gives nearly the same states', async () => {
    const exact = await states(bert);
    const near = await states(writeModel(quantised));
    expect(near).toHaveLength(2 * 5 * SHAPE.hidden);
    expect(near).not.toEqual(exact);
    expect(cosine(exact, near)).toBeGreaterThan(0.999);
  });
});
