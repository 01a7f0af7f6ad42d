import { beforeAll, describe, expect, it } from 'vitest';

import { CrossEncoder } from '../../../src/encoder/cross/cross-encoder';
import { checkKnownPairs } from '../../../src/encoder/cross/known-pairs';
import { stubBrowserGlobals } from '../../support/browser-globals';
import { overlapFolder, type OverlapFolder } from '../../support/cross-encoder';
import { pickedModel } from '../../support/folders';
import { expectWords } from '../../support/golden-words';
import { MADE_FILES } from '../../support/made-encoder';
import { tableModel } from '../../support/onnx';

beforeAll(() => stubBrowserGlobals());

const open = (files: Readonly<Record<string, Uint8Array | object>>) =>
  CrossEncoder.open(pickedModel('overlap', files), new URL('file:///'));

const folder = (changes: Partial<OverlapFolder> = {}) =>
  overlapFolder({ texts: ['rain falls on river'], ...changes });
const overlap = (changes: Partial<OverlapFolder> = {}) => open(folder(changes));

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
  });
});

const without = (path: string) =>
  Object.fromEntries(Object.entries(folder()).filter(([each]) => each !== path));

it('a folder is refused in the words of cross-encoder.txt', () =>
  expectWords(
    'cross-encoder.txt',
    {
      'an encoder without a head': MADE_FILES,
      'a vector a token': {
        ...MADE_FILES,
        'onnx/model.onnx': tableModel({
          outputs: { logits: 'rows' },
          table: Array.from({ length: 40_000 }, () => [1, 2]),
        }),
      },
      'another activation': folder({ config: { sentence_transformers: { activation_fn: 'torch.nn.Tanh' } } }),
      'two outputs': folder({ outputs: { first: 1, second: 1 } }),
      'two scores': folder({ outputs: { logits: 2 } }),
      'two outputs that may be scores': folder({ outputs: { logits: 1, scores: 1 } }),
      'four known pairs alike': folder({ weightOf: () => 0 }),
      'known pairs in the wrong order': folder({ reach: -4 }),
      'no model': without('onnx/model.onnx'),
      'no tokenizer': without('tokenizer.json'),
    },
    open,
  ));

it('a model that is none is refused', async () => {
  const broken = open({ ...folder(), 'onnx/model.onnx': Uint8Array.of(1, 2) });
  await expect(broken).rejects.toThrow('onnxruntime cannot open it');
});

it('of several outputs the one that is called logits is the score, and one alone is', async () => {
  for (const outputs of [{ attentions: 3, logits: 1 }, { output_0: 1 }])
    await (await overlap({ outputs })).release();
});

it('known pairs are held against each other by query', () => {
  expect(() => checkKnownPairs('x', [2, 1, 5, 5])).toThrow('“Which fruit has much potassium?”');
  // Passages alone: one is always above the other.
  expect(() => checkKnownPairs('x', [2, 1, 1, 2])).toThrow('not used as a cross-encoder');
  expect(() => checkKnownPairs('x', [-3, -4, 9, 8])).not.toThrow();
});
