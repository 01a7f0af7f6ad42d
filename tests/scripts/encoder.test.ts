import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

import { InferenceSession, Tensor } from 'onnxruntime-web';
import { beforeAll, describe, expect, it } from 'vitest';

import { buildBert, randomWeights } from '../../scripts/encoder/bert-graph.mjs';
import { dot, loadEncoder, type Encoder } from '../../scripts/encoder/encode.mjs';
import { inflections, rootOf } from '../../scripts/encoder/inflect.mjs';
import { encoderFiles } from '../../scripts/encoder/make-encoder.mjs';
import { DEFAULT_MODEL } from '../../scripts/encoder/measure.mjs';
import { writeModel } from '../../scripts/encoder/onnx-writer.mjs';
import { makeVocabulary } from '../../scripts/encoder/vocabulary.mjs';
import { referenceBert } from './encoder-reference';

const MEGABYTE = 1e6;

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

describe('the committed encoder', () => {
  const files = encoderFiles();
  const committed = readdirSync(DEFAULT_MODEL, { recursive: true, encoding: 'utf8' })
    .map((path) => join(DEFAULT_MODEL, path))
    .filter((path) => statSync(path).isFile());

  it('is what the script builds, byte for byte', () => {
    expect(committed.map((path) => relative(DEFAULT_MODEL, path)).sort()).toEqual([...files.keys()].sort());
    for (const [path, bytes] of files) {
      expect(readFileSync(join(DEFAULT_MODEL, path)).equals(bytes), path).toBe(true);
    }
  });

  it('takes at most 8 MB', () => {
    const total = committed.reduce((sum, path) => sum + statSync(path).size, 0);
    expect(total).toBeGreaterThan(MEGABYTE);
    expect(total).toBeLessThanOrEqual(8 * MEGABYTE);
  });

  it('has the inputs and the output of a BERT, with the hidden size its config says', async () => {
    const config = JSON.parse(readFileSync(join(DEFAULT_MODEL, 'config.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    const rows = [
      [2, 700, 701, 3],
      [2, 900, 3, 0],
    ];
    const mask = rows.map((row) => row.map((id) => Math.min(id, 1)));
    const { inputs, name, dims, data } = await run(readFileSync(join(DEFAULT_MODEL, 'onnx/model.onnx')), {
      input_ids: rows,
      attention_mask: mask,
      token_type_ids: rows.map((row) => row.map(() => 0)),
    });
    expect(config).toMatchObject({
      model_type: 'bert',
      num_hidden_layers: 1,
      vocab_size: makeVocabulary().tokens.length,
    });
    expect(inputs).toEqual(['input_ids', 'attention_mask', 'token_type_ids']);
    expect(name).toBe('last_hidden_state');
    expect(dims).toEqual([2, 4, config['hidden_size']]);
    expect(data.every(Number.isFinite)).toBe(true);
  });
});

describe('texts under the encoder', () => {
  let encoder: Encoder;
  const cosine = async (a: string, b: string) => {
    const [u, v] = await encoder.encode([a, b]);
    return dot(u ?? new Float32Array(), v ?? new Float32Array());
  };
  beforeAll(async () => {
    encoder = await loadEncoder(DEFAULT_MODEL);
  });

  it('have embeddings that padding does not change', async () => {
    const texts = ['Why is the sky blue?', 'a', '', 'The heart pumps blood through the body. '.repeat(30)];
    const sequences = texts.map(encoder.tokenize);
    const together = await encoder.encodeBatch(sequences);
    for (const [at, sequence] of sequences.entries()) {
      const [alone = new Float32Array()] = await encoder.encodeBatch([sequence]);
      expect(dot(alone, together[at] ?? alone), texts[at]).toBeGreaterThanOrEqual(1 - 1e-6);
      expect(dot(alone, alone)).toBeCloseTo(1, 6);
    }
    expect(sequences.map((sequence) => sequence.length)).toEqual([8, 3, 2, 128]);
  });

  it('are near by shared words, whatever their form, and far without', async () => {
    expect(await cosine('two dogs chased a rabbit', 'the dog was chasing rabbits')).toBeGreaterThan(0.9);
    expect(await cosine('piano concerto', 'symphony orchestra')).toBeGreaterThan(0.15);
    expect(await cosine('piano concerto', 'tax revenue')).toBeLessThan(0.15);
    expect(await cosine('of the and in', 'glacier')).toBeLessThan(0.3);
  });

  it('count repeats of a word about as the square root of their number', async () => {
    const filler = 'bridge market teacher engine forest winter judge poem';
    const share = async (times: number) => {
      const [word, text, rest] = await encoder.encode([
        'volcano',
        `${'volcano '.repeat(times)} ${filler}`,
        filler,
      ]);
      if (word === undefined || text === undefined || rest === undefined) throw new Error('no embedding');
      return dot(word, text) / dot(rest, text);
    };
    const [once, nine] = [await share(1), await share(9)];
    expect(nine / once).toBeGreaterThan(2);
    expect(nine / once).toBeLessThan(5);
  });

  it('are made of known tokens: no word, number or formula is unknown', () => {
    const unknown = 1;
    for (const text of [
      'Xzqvwk',
      'København',
      '1848',
      '90210',
      '3.14159',
      'H₂O at 20°C',
      'naïve',
      'αβ-carotene',
      'Łódź',
    ]) {
      expect(encoder.tokenize(text), text).not.toContain(unknown);
    }
    expect(encoder.tokenize('漢')).toContain(unknown);
  });
});

describe('the vocabulary', () => {
  const { tokens, rows, rowOfToken } = makeVocabulary();
  const rowOf = (token: string) => rowOfToken[tokens.indexOf(token)];

  it('has each token once and uses each row', () => {
    expect(new Set(tokens).size).toBe(tokens.length);
    expect(new Set(rowOfToken).size).toBe(rows.length);
    expect(tokens.slice(0, 5)).toEqual(['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]']);
  });

  it('gives the forms of a word one row', () => {
    expect(rowOf('cities')).toBe(rowOf('city'));
    expect(rowOf('written')).toBe(rowOf('write'));
    expect(rowOf('stopping')).toBe(rowOf('stop'));
    expect(rowOf('##bra')).toBe(rowOf('bra'));
    expect(rowOf('city')).not.toBe(rowOf('town'));
  });

  it.each([
    ['make', 'v', ['makes', 'maked', 'making']],
    ['carry', 'v', ['carries', 'carried', 'carrying']],
    ['stop', 'v', ['stops', 'stopped', 'stopping']],
    ['visit', 'v', ['visits', 'visited', 'visiting']],
    ['agree', 'v', ['agrees', 'agreed', 'agreeing']],
    ['city', 'n', ['cities']],
    ['physics', 'n', []],
    ['happy', 'a', ['happily', 'happier', 'happiest', 'happiness']],
    ['economic', 'a', ['economically']],
  ])('inflects %s (%s)', (word, kind, forms) => {
    expect(inflections(word, kind)).toEqual(forms);
  });

  it('finds one root for derived words', () => {
    const roots = ['govern', 'government', 'governor', 'governing'].map(rootOf);
    expect(new Set(roots)).toEqual(new Set(['govern']));
  });
});

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
