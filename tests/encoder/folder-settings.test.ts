import { describe, expect, it } from 'vitest';

import { BrokenModelFileError, MissingModelFileError } from '../../src/encoder/errors';
import { isBundled, readFolderInfo } from '../../src/encoder/folder-settings';
import { MINI, openOnDisk, pickedFolder } from '../support/folders';

const PLAIN = { 'onnx/model.onnx': 'bytes', 'tokenizer.json': {}, 'config.json': { model_type: 'bert' } };

const info = async (files: Readonly<Record<string, unknown>>, name = 'my-model') =>
  readFolderInfo(await pickedFolder(name, { ...PLAIN, ...files }));

describe('readFolderInfo', () => {
  it('of a folder that says nothing: mean pooling, no prefix, 128 tokens, τ = 0.05', async () => {
    expect(await info({})).toEqual({
      name: 'my-model',
      origin: 'folder from disk',
      description: null,
      modelType: 'bert',
      onnx: [{ path: 'onnx/model.onnx', dtype: 'fp32', bytes: 5 }],
      settings: { queryPrefix: '', passagePrefix: '', pooling: 'mean', maxTokens: 128, normalise: true },
      origins: {
        queryPrefix: 'default',
        passagePrefix: 'default',
        pooling: 'default',
        maxTokens: 'default, as in the paper',
        normalise: 'default',
      },
      temperature: 0.05,
    });
  });

  it('of the bundled encoder', async () => {
    const folder = await openOnDisk('negscope-mini', MINI);
    const mini = await readFolderInfo(folder);
    expect(mini.settings).toMatchObject({ pooling: 'mean', maxTokens: 128, queryPrefix: '' });
    expect(await isBundled(folder)).toBe(true);
    expect(await isBundled(await pickedFolder('other', PLAIN))).toBe(false);
    expect(mini.origins.maxTokens).toBe('default, as in the paper');
    expect(mini.origins.pooling).toBe('1_Pooling/config.json');
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

  it('reads 1_Pooling where modules.json is absent', async () => {
    const { settings, origins } = await info({ '1_Pooling/config.json': { pooling_mode_mean_tokens: true } });
    expect(settings.pooling).toBe('mean');
    expect(origins.pooling).toBe('1_Pooling/config.json');
  });

  it('says so where the folder asks for a pooling that is lacking', async () => {
    const config = { pooling_mode_mean_tokens: false, pooling_mode_max_tokens: true };
    const { settings, origins } = await info({ '1_Pooling/config.json': config });
    expect(settings.pooling).toBe('mean');
    expect(origins.pooling).toBe(
      '1_Pooling/config.json asks for a pooling that Negscope lacks; mean is used instead',
    );
  });
});

describe('prefixes', () => {
  it('come from the prompts; document and corpus stand for passage', async () => {
    const prompts = (words: Record<string, string>) =>
      info({ 'config_sentence_transformers.json': { prompts: words } });
    const both = await prompts({ query: 'Q: ', passage: 'P: ', document: 'D: ' });
    expect(both.settings).toMatchObject({ queryPrefix: 'Q: ', passagePrefix: 'P: ' });
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
  });

  it('of the folder go before the preset, the empty one too', async () => {
    const files = { 'config_sentence_transformers.json': { prompts: { query: '' } } };
    const { settings } = await info(files, 'e5-base');
    expect(settings).toMatchObject({ queryPrefix: '', passagePrefix: 'passage: ' });
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
      '128 where all are larger',
      { sentence: 256, tokenizer: 1e30, positions: 512 },
      128,
      'default, as in the paper',
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
  ])('is %s', async (_, { sentence, tokenizer, positions }, maxTokens, origin) => {
    const { settings, origins } = await info({
      'sentence_bert_config.json': { max_seq_length: sentence },
      'tokenizer_config.json': { model_max_length: tokenizer },
      'config.json': { max_position_embeddings: positions },
    });
    expect(settings.maxTokens).toBe(maxTokens);
    expect(origins.maxTokens).toBe(origin);
  });
});

describe('folders that cannot be used', () => {
  it.each([
    ['onnx/model.onnx', 'onnx/model.onnx is missing. Export one with "optimum-cli export onnx'],
    ['tokenizer.json', 'tokenizer.json is missing. Save the fast tokenizer into the folder'],
    ['config.json', "config.json is missing. Copy it from the model's page."],
  ])('without %s', async (path, message) => {
    const files = Object.fromEntries(Object.entries(PLAIN).filter(([name]) => name !== path));
    const open = readFolderInfo(await pickedFolder('my-model', files));
    await expect(open).rejects.toThrow(MissingModelFileError);
    await expect(open).rejects.toThrow(`Model folder "my-model": ${message}`);
  });

  it.each([
    ['broken JSON', '{ "model_type": ', 'It is not JSON'],
    ['bytes that are not UTF-8', Uint8Array.of(0x7b, 0xff), 'It is not JSON'],
    ['a field of the wrong type', { model_type: 7 }, 'model_type: Invalid type'],
    ['another kind of JSON', 7, 'config.json cannot be used. Top level: Invalid type'],
  ])('with %s', async (_, config, message) => {
    const open = info({ 'config.json': config });
    await expect(open).rejects.toThrow(BrokenModelFileError);
    await expect(open).rejects.toThrow(message);
  });
});
