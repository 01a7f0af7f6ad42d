import { beforeAll, describe, expect, it } from 'vitest';

import { BrokenModelFileError } from '../../src/encoder/errors';
import { halfToFloat } from '../../src/encoder/pooling';
import { openSession, type BatchEncoder } from '../../src/encoder/session';
import type { Pooling } from '../../src/encoder/types';
import { stubBrowserGlobals } from '../support/browser-globals';
import { expectWords } from '../support/golden-words';
import { sessionModel, tableModel, type TableModel } from '../support/onnx';

beforeAll(() => stubBrowserGlobals());

function open(bytes: Uint8Array, pooling: Pooling, padId = 0): Promise<BatchEncoder> {
  const model = sessionModel(new Uint8Array(bytes));
  return openSession({ model, pooling, padId }, { runtime: 'wasm', threads: 1 });
}

/** Rows of a batch through one model, as plain numbers. */
async function encode(model: TableModel, pooling: Pooling, batch: number[][]): Promise<number[][]> {
  const session = await open(tableModel(model), pooling);
  try {
    const rows = await session.encode(batch.map((ids) => Int32Array.from(ids)));
    return rows.map((row) => [...row]);
  } finally {
    await session.release();
  }
}

const HALF = Math.fround(Math.SQRT1_2);
const BOTH = { token_embeddings: 'rows', sentence_embedding: 'sum' } as const;

describe('a session on a table of vectors: token 1 is (3, 0), token 2 is (1, 4)', () => {
  it('mean pooling leaves padding out', async () => {
    // Mean of (3, 0) and (1, 4) is (2, 2); the shorter text is padded with (9, 9).
    expect(await encode({}, 'mean', [[1, 2], [1]])).toEqual([
      [HALF, HALF],
      [1, 0],
    ]);
  });

  it('cls pooling takes the first token', async () => {
    const [row] = await encode({}, 'cls', [[2, 1]]);
    expect(row?.[0]).toBeCloseTo(0.24253562503633297, 7);
    expect(row?.[1]).toBeCloseTo(0.9701425001453319, 7);
  });

  it('a model with one vector a text is taken as it is, at unit length', async () => {
    // (3, 0) + (0, 0) + (0, 0), and (3, 0) + (1, 4) + (0, 0) = (4, 4).
    const outputs = { sentence_embedding: 'sum' } as const;
    const rows = [
      [1, 3, 3],
      [1, 2, 3],
    ];
    expect(await encode({ outputs }, 'mean', rows)).toEqual([
      [1, 0],
      [HALF, HALF],
    ]);
  });

  it('of two outputs the pooling decides', async () => {
    // Rows (3, 0), (3, 0), (1, 4): the sum is (7, 4), the first token (3, 0).
    const [pooled] = await encode({ outputs: BOTH }, 'pooled', [[1, 1, 2]]);
    expect(pooled?.[0]).toBeCloseTo(0.8682431421244593, 7);
    expect(await encode({ outputs: BOTH }, 'cls', [[1, 1, 2]])).toEqual([[1, 0]]);
    const session = await open(tableModel({ outputs: { sentence_embedding: 'sum' } }), 'mean');
    expect(session.pooling).toBe('pooled');
    await session.release();
  });

  it('reads float16 outputs', async () => {
    expect(await encode({ type: 10 }, 'mean', [[1, 2]])).toEqual([[HALF, HALF]]);
  });

  it('gives the zero vector for a text without tokens', async () => {
    expect(await encode({}, 'mean', [[], [1]])).toEqual([
      [0, 0],
      [1, 0],
    ]);
  });

  it.each([
    // The first text's three tokens have positions 0, 1 and 2, token type 0 and mask 1.
    ['position_ids', [27, 6]],
    ['token_type_ids', [9, 9]],
    ['attention_mask', [3, 0]],
  ])('feeds %s as BERT expects it', async (indexedBy, [x = NaN, y = NaN]) => {
    const inputs = ['input_ids', 'attention_mask', 'token_type_ids', 'position_ids'];
    const table = [
      [9, 9],
      [3, 0],
      [15, -3],
    ];
    const [row] = await encode({ inputs, indexedBy, table }, 'mean', [[2, 2, 2], [2]]);
    expect(row?.[0]).toBeCloseTo(x / Math.hypot(x, y), 6);
    expect(row?.[1]).toBeCloseTo(y / Math.hypot(x, y), 6);
  });
});

const NAN = [
  [9, 9],
  [NaN, 0],
];

it('models and outputs that cannot be used are refused in the words of session.txt', () =>
  expectWords<readonly [TableModel, Pooling?]>(
    'session.txt',
    {
      'an unknown input': [{ inputs: ['input_ids', 'pixel_values'] }],
      'no input_ids': [{ inputs: ['attention_mask'], indexedBy: 'attention_mask' }],
      'an unknown output': [{ outputs: { logits: 'rows' } }],
      'no pooled output where one is asked': [{}, 'pooled'],
      'an output of whole numbers': [{ type: 7 }],
      'an output of another shape': [{ outputs: { last_hidden_state: 'sum' } }],
      'an output that is not finite': [{ table: NAN }],
    },
    ([model, pooling = 'mean']) => encode(model, pooling, [[1]]),
  ));

it.each([
  ['truncated', tableModel().subarray(0, 150)],
  ['empty', new Uint8Array()],
  ['something else', new TextEncoder().encode('<!doctype html><html></html>')],
])('a file that is %s is no model', async (_, bytes) => {
  const opening = open(bytes, 'mean');
  await expect(opening).rejects.toThrow(BrokenModelFileError);
  await expect(opening).rejects.toThrow('onnxruntime cannot open it');
});

describe('a half', () => {
  it.each([
    ['one', 0x3c00, 1],
    ['minus two', 0xc000, -2],
    ['a third', 0x3555, 0.333251953125],
    ['the largest number', 0x7bff, 65504],
    ['the smallest normal number', 0x0400, 2 ** -14],
    ['the largest subnormal number', 0x03ff, (1023 / 1024) * 2 ** -14],
    ['the smallest subnormal number', 0x0001, 2 ** -24],
    ['a negative subnormal number', 0x8002, -(2 ** -23)],
    ['zero', 0x0000, 0],
    ['minus zero', 0x8000, -0],
    ['infinity', 0x7c00, Infinity],
    ['minus infinity', 0xfc00, -Infinity],
    ['not a number', 0x7e00, NaN],
  ])('is %s', (_, bits, value) => expect(halfToFloat(Uint16Array.of(bits))[0]).toBe(value));
});
