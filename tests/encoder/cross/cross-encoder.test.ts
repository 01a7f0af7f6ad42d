import { beforeAll, describe, expect, it } from 'vitest';

import { CrossEncoder } from '../../../src/encoder/cross/cross-encoder';
import { checkKnownPairs } from '../../../src/encoder/cross/known-pairs';
import { stubBrowserGlobals } from '../../support/browser-globals';
import { overlapFolder, type OverlapFolder } from '../../support/cross-encoder';
import { pickedModel } from '../../support/folders';
import { MADE_FILES } from '../../support/made-encoder';
import { tableModel } from '../../support/onnx';

beforeAll(() => stubBrowserGlobals());

const open = (files: Readonly<Record<string, Uint8Array | object>>) =>
  CrossEncoder.open(pickedModel('overlap', files), new URL('file:///'));

const overlap = (changes: Partial<OverlapFolder> = {}) =>
  open(overlapFolder({ texts: ['rain falls on river'], ...changes }));

describe('a cross-encoder whose score is the share of the query that the passage has', () => {
  it('scores as by hand: logits from −4 to 4', async () => {
    const cross = await overlap();
    // Of the three words two, three, none.
    const query = 'rain river falls';
    expect(await cross.score({ query, passage: 'the river falls' })).toBeCloseTo(8 * (2 / 3 - 0.5), 5);
    expect(await cross.score({ query, passage: 'rain falls on the river' })).toBeCloseTo(4, 5);
    expect(await cross.score({ query, passage: 'banana' })).toBeCloseTo(-4, 5);
    expect(await cross.score({ query, passage: '' })).toBeCloseTo(-4, 5);
    expect(cross.identity).toMatchObject({ name: 'overlap', activation: 'identity', max_tokens: 512 });
    expect(cross.identity.files.map(({ path }) => path)).toEqual([
      'onnx/model.onnx',
      'tokenizer.json',
      'tokenizer_config.json',
    ]);
    await cross.release();
  });

  it('without a word on it in config.json gives the sigmoid, as sentence-transformers does', async () => {
    const cross = await overlap({ config: { sentence_transformers: {} } });
    const score = await cross.score({ query: 'rain river', passage: 'rain' });
    expect(score).toBeCloseTo(0.5, 6);
    expect(await cross.score({ query: 'rain', passage: 'rain' })).toBeCloseTo(1 / (1 + Math.exp(-4)), 6);
    await cross.release();
    const old = {
      sentence_transformers: {},
      sbert_ce_default_activation_function: 'torch.nn.modules.linear.Identity',
    };
    const before4 = await overlap({ config: old });
    expect(before4.identity.activation).toBe('identity');
    await before4.release();
    await expect(
      overlap({ config: { sentence_transformers: { activation_fn: 'torch.nn.Tanh' } } }),
    ).rejects.toThrow('It asks for the activation torch.nn.Tanh; Identity and Sigmoid are known.');
  });
});

const without = (path: string) =>
  Object.fromEntries(Object.entries(overlapFolder({ texts: [] })).filter(([each]) => each !== path));

describe('a folder is refused', () => {
  it('that is an encoder without a head', async () => {
    await expect(open(MADE_FILES)).rejects.toThrow(
      'Its outputs are last_hidden_state, and nothing says which is the score of a pair.',
    );
    const files = {
      ...MADE_FILES,
      'onnx/model.onnx': tableModel({
        outputs: { logits: 'rows' },
        table: Array.from({ length: 40_000 }, () => [1, 2]),
      }),
    };
    await expect(open({ ...files })).rejects.toThrow(
      /Its output logits has shape \[1, \d+, 2\], not one score a pair/,
    );
  });

  it('that has several outputs and does not say which is the score; one called logits is', async () => {
    await expect(overlap({ outputs: { first: 1, second: 1 } })).rejects.toThrow(
      'Its outputs are first, second, and nothing says which is the score of a pair.',
    );
    await expect(overlap({ outputs: { logits: 2 } })).rejects.toThrow(
      'Its output logits has shape [1, 2], not one score a pair.',
    );
    await expect(overlap({ outputs: { logits: 1, scores: 1 } })).rejects.toThrow('nothing says which');
    const cross = await overlap({ outputs: { attentions: 3, logits: 1 } });
    await cross.release();
    const alone = await overlap({ outputs: { output_0: 1 } });
    await alone.release();
  });

  it('that scores four known pairs alike, or in the wrong order', async () => {
    await expect(overlap({ weightOf: () => 0 })).rejects.toThrow('(scores of the four known pairs: -4.000');
    await expect(overlap({ reach: -4 })).rejects.toThrow(
      /does not score “What is the capital of France\?” higher with its answer/,
    );
    expect(() => checkKnownPairs('x', [2, 1, 5, 5])).toThrow('“Which fruit has much potassium?”');
    // Passages alone: one is always above the other.
    expect(() => checkKnownPairs('x', [2, 1, 1, 2])).toThrow('not used as a cross-encoder');
    expect(() => checkKnownPairs('x', [-3, -4, 9, 8])).not.toThrow();
  });

  it('that lacks a file, with what to do', async () => {
    const rest = without('onnx/model.onnx');
    await expect(open(rest)).rejects.toThrow(
      'model.safetensors is missing. The folder that training wrote has it',
    );
    const others = without('tokenizer.json');
    await expect(open(others)).rejects.toThrow('tokenizer.json is missing.');
    await expect(
      open({ ...overlapFolder({ texts: [] }), 'onnx/model.onnx': Uint8Array.of(1, 2) }),
    ).rejects.toThrow('onnxruntime cannot open it');
  });
});
