import * as runtime from 'onnxruntime-web/wasm';
import { describe, expect, it } from 'vitest';

import { buildBert, randomWeights } from '../../../scripts/encoder/bert-graph.mjs';
import { DataType, writeModel } from '../../../scripts/encoder/onnx-writer.mjs';
import { EncodeError } from '../../../src/encoder/errors';
import { EncoderModel } from '../../../src/encoder/model';
import type { SessionModel } from '../../../src/encoder/onnx';
import { EncoderSession } from '../../../src/encoder/session';
import { openTableLanes } from '../../../src/encoder/static/table-lanes';
import { staticTable } from '../../../src/encoder/static/token-table';
import { demoTexts } from '../../support/demo-texts';
import { folderOnDisk, MINI, POTION, potionIsHere } from '../../support/folders';
import { sessionModel, tableModel } from '../../support/onnx';

runtime.env.wasm.numThreads = 1;

type Node = Parameters<typeof writeModel>[0]['nodes'][number];
type Tensor = Parameters<typeof writeModel>[0]['tensors'][number];

const node = (op: string, inputs: string[], output: string, attributes: Node['attributes'] = {}): Node => ({
  op,
  inputs,
  outputs: [output],
  attributes,
});
const LOOK_UP = node('Gather', ['rows', 'input_ids'], 'found', { axis: 0 });
const ROWS: Tensor = { name: 'rows', dims: [3, 2], data: Int8Array.of(0, 0, 1, -2, 100, 3) };
const SCALES: Tensor = { name: 'scales', dims: [3, 1], data: Float32Array.of(1, 0.5, 0.1) };

/** A graph over `input_ids` and `attention_mask` with one vector a token. */
function graph(nodes: Node[], tensors: Tensor[] = [ROWS, SCALES], inputs = ['input_ids', 'attention_mask']) {
  const bytes = writeModel({
    name: 'g',
    description: 'test',
    opset: 19,
    nodes,
    tensors,
    inputs: inputs.map((name) => ({ name, type: DataType.int64, dims: ['batch', 'sequence'] })),
    outputs: [{ name: 'last_hidden_state', type: DataType.float, dims: ['batch', 'sequence', 2] }],
  });
  return sessionModel(new Uint8Array(bytes));
}

/** Vectors of a batch by onnxruntime. */
async function byRuntime(model: SessionModel, batch: readonly Int32Array[], padId = 0) {
  const session = await EncoderSession.open({
    model,
    pooling: 'mean',
    normalise: true,
    runtime,
    gpu: null,
    padId,
  });
  try {
    return await session.encode(batch);
  } finally {
    await session.release();
  }
}

/** Largest difference between an embedding here and by onnxruntime. */
async function distance(model: SessionModel, batch: readonly Int32Array[], padId = 0): Promise<number> {
  const table = staticTable(model, 'mean');
  if (!table) throw new Error('The graph was not recognised.');
  const here = await openTableLanes(table, true).encode(batch);
  const there = await byRuntime(model, batch, padId);
  return Math.max(...here.flatMap((row, b) => [...row].map((x, i) => Math.abs(x - (there[b]?.[i] ?? NaN)))));
}

const BATCH = [Int32Array.of(1, 2), Int32Array.of(2), Int32Array.of(1, 1, 2, 1), new Int32Array()];

describe('a folder of vectors by token against onnxruntime', () => {
  const folders = [
    ['negscope-mini', MINI, 'onnx/model.onnx', true],
    ['potion-base-2M', POTION, 'onnx/model.onnx', potionIsHere],
    ['potion-base-2M, int8', POTION, 'onnx/model_quantized.onnx', potionIsHere],
  ] as const;
  for (const [name, folder, onnx, here] of folders) {
    it.skipIf(!here)(`${name}: within 1e-6 on texts of the demo`, async () => {
      const settings = {
        queryPrefix: '',
        passagePrefix: '',
        pooling: 'mean',
        maxTokens: 512,
        normalise: true,
      } as const;
      const model = await EncoderModel.open(
        { model: folderOnDisk(name, folder), onnx, settings },
        new URL('http://localhost/'),
      );
      const tokenizer = await model.tokenizer();
      const batch = demoTexts(120).map((text) => tokenizer.encode(text, settings.maxTokens));
      expect(batch.length).toBe(120);
      const { model: session, padId } = await model.sessionOptions();
      expect(await distance(session, [...batch, new Int32Array()], padId)).toBeLessThan(1e-6);
    });
  }
});

describe('graphs that are recognised', () => {
  const scaled = [
    LOOK_UP,
    node('Cast', ['found'], 'wide', { to: DataType.float }),
    node('Gather', ['scales', 'input_ids'], 'scale', { axis: 0 }),
    node('Mul', ['scale', 'wide'], 'last_hidden_state'),
  ];
  const dequantised = [LOOK_UP, node('DequantizeLinear', ['found', 'one', 'zero'], 'last_hidden_state')];
  const one: Tensor = { name: 'one', dims: [], data: Float32Array.of(0.25) };
  const zero: Tensor = { name: 'zero', dims: [], data: Int8Array.of(-3) };
  it.each([
    ['rows with a scale each, no mask', graph(scaled)],
    ['one scale and a zero point', graph(dequantised, [ROWS, one, zero])],
    ['rows as they are', sessionModel(tableModel())],
  ])('%s', async (_, model) => {
    expect(await distance(model, BATCH)).toBeLessThan(1e-6);
  });

  it('the mean of (1, −2)/2 and (100, 3)/10, by hand', async () => {
    const table = staticTable(graph(scaled), 'mean');
    expect([...(table?.values ?? [])]).toEqual([0, 0, 0.5, -1, 10, 0.3].map(Math.fround));
    const [row] = await openTableLanes(table as NonNullable<typeof table>, false).encode([
      Int32Array.of(1, 2),
    ]);
    expect(row?.[0]).toBeCloseTo(5.25, 6);
    expect(row?.[1]).toBeCloseTo(-0.35, 6);
  });
});

describe('what is left to onnxruntime', () => {
  const size = { layers: 1, hidden: 8, heads: 2, intermediate: 8, vocab: 9, maxPositions: 6, tokenTypes: 2 };
  const output = 'last_hidden_state';
  const wide = node('Cast', ['found'], 'wide', { to: DataType.float });
  it.each([
    ['a transformer', sessionModel(new Uint8Array(buildBert({ ...size, weights: randomWeights(1) })))],
    ['an operator between tokens', graph([LOOK_UP, wide, node('CumSum', ['wide', 'axis'], output)])],
    ['another operator', graph([LOOK_UP, wide, node('Tanh', ['wide'], output)])],
    ['rows by another axis', graph([node('Gather', ['rows', 'input_ids'], output, { axis: 1 })])],
    ['rows by another input', graph([node('Gather', ['rows', 'token_type_ids'], output)])],
    [
      'an input that is not known',
      graph([LOOK_UP, node('Cast', ['found'], output, { to: 1 })], [ROWS], ['input_ids', 'offsets']),
    ],
    ['a vector a text', sessionModel(tableModel({ outputs: { sentence_embedding: 'sum' } }))],
    ['numbers of eight bits as output', graph([node('Gather', ['rows', 'input_ids'], output)])],
    ['a table that is cut off', { ...sessionModel(tableModel()), bytes: tableModel().subarray(0, 150) }],
    ['bytes that are no ONNX file', sessionModel(new TextEncoder().encode('graph'))],
    ['an output that nothing makes', graph([LOOK_UP])],
    ['a circle', graph([node('Mul', [output, output], output)])],
  ])('%s', (_, model) => {
    expect(staticTable(model, 'mean')).toBeNull();
  });

  it('every pooling but the mean', () => {
    const model = sessionModel(tableModel());
    expect(staticTable(model, 'mean')).not.toBeNull();
    expect(staticTable(model, 'cls')).toBeNull();
    expect(staticTable(model, 'pooled')).toBeNull();
  });
});

it('a token that the table lacks stops the batch, in words', async () => {
  const table = staticTable(sessionModel(tableModel()), 'mean');
  const lanes = openTableLanes(table as NonNullable<typeof table>, true);
  await expect(lanes.encode([Int32Array.of(4)])).rejects.toThrow(EncodeError);
  await expect(lanes.encode([Int32Array.of(4)])).rejects.toThrow('token 4, and the model has 4 rows');
});
