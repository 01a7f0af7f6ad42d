import { beforeAll, describe, expect, it } from 'vitest';

import { readFolderInfo } from '../../src/encoder/folder-settings';
import { EncoderModel } from '../../src/encoder/model';
import { stubBrowserGlobals } from '../support/browser-globals';
import { MINI, openOnDisk, pickedFolder } from '../support/folders';
import { expectWords } from '../support/golden-words';
import { tableModel, type TableModel } from '../support/onnx';

beforeAll(() => stubBrowserGlobals());

const PLAIN = { 'onnx/model.onnx': 'bytes', 'tokenizer.json': {}, 'config.json': { model_type: 'bert' } };

/** Of a plain folder with these files; null takes one away. */
const info = async (files: Readonly<Record<string, unknown>>, name = 'my-model') => {
  const all = Object.entries({ ...PLAIN, ...files }).filter(([, content]) => content !== null);
  return readFolderInfo(await pickedFolder(name, Object.fromEntries(all)));
};

describe('readFolderInfo', () => {
  it('of a folder that says nothing: mean pooling, no prefix, 128 tokens', async () => {
    expect(await info({})).toEqual({
      modelType: 'bert',
      onnx: [{ path: 'onnx/model.onnx', dtype: 'fp32', bytes: 5 }],
      settings: { queryPrefix: '', passagePrefix: '', pooling: 'mean', maxTokens: 128 },
      origins: {
        queryPrefix: 'default',
        passagePrefix: 'default',
        pooling: 'default',
        maxTokens: 'default, as in the paper',
      },
      own: null,
    });
  });

  it('of the bundled encoder', async () => {
    const folder = await openOnDisk('negscope-mini', MINI);
    const mini = await readFolderInfo(folder);
    expect(mini.settings).toMatchObject({ pooling: 'mean', maxTokens: 128, queryPrefix: '' });
    const isBundled = async (of: typeof folder, weights: string) =>
      (await EncoderModel.open(of, weights, mini.settings)).bundled;
    expect(await isBundled(folder, 'model.safetensors')).toBe(true);
    expect(await isBundled(await pickedFolder('other', PLAIN), 'onnx/model.onnx')).toBe(false);
    expect(mini.origins.maxTokens).toBe('default, as in the paper');
    expect(mini.origins.pooling).toBe('modules.json');
  });
});

describe('pooling', () => {
  it('follows the sentence-transformers layout', async () => {
    const modules = [
      { type: 'sentence_transformers.models.Transformer', path: '' },
      { type: 'sentence_transformers.models.Pooling', path: '1_Other' },
    ];
    const folder = { 'modules.json': modules, '1_Other/config.json': { pooling_mode_cls_token: true } };
    const { settings, origins } = await info(folder);
    expect(settings.pooling).toBe('cls');
    expect(origins.pooling).toBe('1_Other/config.json');
  });

  it.each([
    ['cls', 'cls'],
    ['mean', 'mean'],
    [['cls'], 'cls'],
  ])('reads the form of sentence-transformers 6: %j', async (mode, pooling) => {
    const config = { embedding_dimension: 32, pooling_mode: mode, include_prompt: true };
    const { settings, origins } = await info({ '1_Pooling/config.json': config });
    expect(settings.pooling).toBe(pooling);
    expect(origins.pooling).toBe('1_Pooling/config.json');
  });

  it('is the mean where its file names none, as in the library', async () => {
    const { settings, origins } = await info({ '1_Pooling/config.json': { word_embedding_dimension: 32 } });
    expect([settings.pooling, origins.pooling]).toEqual(['mean', '1_Pooling/config.json']);
  });
});

/** modules.json as sentence-transformers 6 writes it. */
const modules = (...names: readonly string[]) =>
  names.map((name, idx) => ({
    idx,
    name: String(idx),
    path: idx === 0 ? '' : `${idx}_${name}`,
    type: `sentence_transformers.sentence_transformer.modules.${name.toLowerCase()}.${name}`,
  }));

const withoutPrompt = (prompts: object) => ({
  '1_Pooling/config.json': { pooling_mode: 'mean', include_prompt: false },
  'config_sentence_transformers.json': { prompts },
});

/** By what is refused. */
const REFUSED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ...Object.fromEntries(
    [
      { pooling_mode: 'lasttoken' },
      { pooling_mode: 'max' },
      { pooling_mode: ['cls', 'mean'] },
      { pooling_mode_mean_tokens: false, pooling_mode_max_tokens: true },
      { pooling_mode_cls_token: false, pooling_mode_lasttoken: true },
      { pooling_mode_mean_sqrt_len_tokens: true },
      { pooling_mode_cls_token: true, pooling_mode_mean_tokens: true },
    ].map((config) => [JSON.stringify(config), { '1_Pooling/config.json': config }]),
  ),
  ...Object.fromEntries(
    ['Dense', 'LayerNorm', 'WeightedLayerPooling'].map((name) => [
      `the module ${name}`,
      {
        'modules.json': modules('Transformer', 'Pooling', name, 'Normalize'),
        '1_Pooling/config.json': { pooling_mode: 'mean' },
      },
    ]),
  ),
  'modules of other code, though they be called as one that is run': {
    'modules.json': [{ type: 'custom_st.Transformer', path: '' }],
  },
  'pooling that leaves out the prompt, where there is one': withoutPrompt({
    query: 'Represent: ',
    document: '',
  }),
  'a Pooling whose file is not there': { 'modules.json': modules('Transformer', 'Pooling') },
  ...Object.fromEntries(Object.keys(PLAIN).map((path) => [`without ${path}`, { [path]: null }])),
  'a field of the wrong type': { 'config.json': { model_type: 7 } },
  'another kind of JSON': { 'config.json': 7 },
};

describe('what the page does not run', () => {
  it('is refused in the words of folder-settings.txt', () =>
    expectWords('folder-settings.txt', REFUSED, (files) => info(files)));

  it.each([
    ['broken JSON', '{ "model_type": '],
    ['bytes that are not UTF-8', Uint8Array.of(0x7b, 0xff)],
  ])('is %s', async (_, config) => {
    const open = info({ 'config.json': config });
    await expect(open).rejects.toThrow('config.json cannot be used. It is not JSON');
  });

  it('is no pooling without a prompt where the prompt is empty', async () => {
    expect((await info(withoutPrompt({ query: '', document: '' }))).settings.pooling).toBe('mean');
  });

  describe('unless the ONNX file itself gives a vector a text', () => {
    const files = (outputs: NonNullable<TableModel['outputs']>) => ({
      'modules.json': modules('Transformer', 'Pooling', 'Dense'),
      '1_Pooling/config.json': { pooling_mode: 'lasttoken' },
      'onnx/model.onnx': tableModel({ outputs }),
    });
    const whole = files({ token_embeddings: 'rows', sentence_embedding: 'sum' });
    const part = files({ token_embeddings: 'rows' });

    it('when the folder is dropped', async () => {
      const { settings, origins } = await info(whole);
      expect(settings.pooling).toBe('pooled');
      expect(origins.pooling).toBe('the ONNX file itself; modules.json asks for the module Dense');
      await expect(info(part)).rejects.toThrow('the module Dense,');
    });

    it('whatever pooling is chosen by hand', async () => {
      const byHand = { queryPrefix: '', passagePrefix: '', pooling: 'mean', maxTokens: 128 } as const;
      const open = async (own: typeof whole) =>
        EncoderModel.open(await pickedFolder('my-model', { ...PLAIN, ...own }), 'onnx/model.onnx', byHand);
      expect((await open(whole)).settings.pooling).toBe('pooled');
      await expect(open(part)).rejects.toThrow('It asks for the module Dense, which Negscope does not run');
    });
  });
});

describe('prefixes', () => {
  it('come from the prompts; document, else passage, else corpus, as in the library', async () => {
    const prompts = (words: Record<string, string>) =>
      info({ 'config_sentence_transformers.json': { prompts: words } });
    const both = await prompts({ query: 'Q: ', passage: 'P: ', document: 'D: ' });
    expect(both.settings).toMatchObject({ queryPrefix: 'Q: ', passagePrefix: 'D: ' });
    expect(both.origins.passagePrefix).toBe('config_sentence_transformers.json');
    expect((await prompts({ document: 'D: ', corpus: 'C: ' })).settings.passagePrefix).toBe('D: ');
    const corpus = await prompts({ corpus: 'C: ' });
    expect(corpus.settings).toMatchObject({ queryPrefix: '', passagePrefix: 'C: ' });
    expect(corpus.origins.queryPrefix).toBe('default');
  });

  it('come from the preset of E5 by the name of the folder or in config.json', async () => {
    const e5 = { queryPrefix: 'query: ', passagePrefix: 'passage: ' };
    const named = await info({}, 'e5-base-v2');
    expect(named.settings).toMatchObject(e5);
    expect(named.origins.queryPrefix).toBe('preset E5');
    expect((await info({ 'config.json': { _name_or_path: 'intfloat/e5-base' } })).settings).toMatchObject(e5);
    for (const name of ['multilingual-e5-large', 'intfloat_multilingual-e5-base', 'E5_base']) {
      expect((await info({}, name)).settings, name).toMatchObject(e5);
    }
    for (const name of ['mini-gte', 'e5-mistral-7b-instruct', 'we5-base', 'distilbert-base-uncased']) {
      expect((await info({}, name)).settings, name).toMatchObject({ queryPrefix: '', passagePrefix: '' });
    }
  });

  it('of the folder go before the preset; empty ones, which the library writes by itself, say nothing', async () => {
    const prompts = (words: Record<string, string>) =>
      info({ 'config_sentence_transformers.json': { prompts: words } }, 'e5-base');
    const empty = await prompts({ query: '', document: '' });
    expect(empty.settings).toMatchObject({ queryPrefix: 'query: ', passagePrefix: 'passage: ' });
    expect(empty.origins).toMatchObject({ queryPrefix: 'preset E5', passagePrefix: 'preset E5' });
    const own = await prompts({ query: 'Q: ', document: '', passage: 'P: ' });
    expect(own.settings).toMatchObject({ queryPrefix: 'Q: ', passagePrefix: 'P: ' });
    expect(own.origins.passagePrefix).toBe('config_sentence_transformers.json');
    expect((await prompts({ document: 'D: ', passage: '' })).settings.passagePrefix).toBe('D: ');
  });
});

describe('the maximum length', () => {
  it.each([
    [
      'the smallest of the limits',
      { sentence: 64, tokenizer: 100, positions: 90 },
      64,
      'sentence_bert_config.json',
    ],
    ['the tokenizer’s', { sentence: 256, tokenizer: 100, positions: 512 }, 100, 'tokenizer_config.json'],
    ['the positions', { sentence: 256, tokenizer: 512, positions: 40 }, 40, 'config.json'],
    [
      '128 where all are larger, and the folder’s own is told',
      { sentence: 256, tokenizer: 1e30, positions: 512 },
      128,
      'default, as in the paper',
      { maxTokens: 256, origin: 'sentence_bert_config.json' },
    ],
    [
      '128 where they are null or 0',
      { sentence: null, tokenizer: null, positions: 0 },
      128,
      'default, as in the paper',
    ],
    [
      '128 where they equal it',
      { sentence: 128, tokenizer: 128, positions: 128 },
      128,
      'default, as in the paper',
    ],
  ])('is %s', async (_, { sentence, tokenizer, positions }, maxTokens, origin, its?: object) => {
    const { settings, origins, own } = await info({
      'sentence_bert_config.json': { max_seq_length: sentence },
      'tokenizer_config.json': { model_max_length: tokenizer },
      'config.json': { max_position_embeddings: positions },
    });
    expect(settings.maxTokens).toBe(maxTokens);
    expect(origins.maxTokens).toBe(origin);
    if (its) expect(own).toEqual(its);
  });
});
