import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

import { BrokenModelFileError } from '../../src/encoder/errors';
import { loadTokenizer, longestFirst, type TextTokenizer } from '../../src/encoder/tokenizer';
import { MINI, openOnDisk, pickedFolder } from '../support/folders';
import { MADE_FILES } from '../support/made-encoder';

/** Ids of a folder's vocabulary, read from its tokenizer.json by hand. */
function vocabulary(directory: string): (token: string) => number {
  const json = JSON.parse(readFileSync(join(directory, 'tokenizer.json'), 'utf8')) as {
    model: { vocab: Record<string, number> };
  };
  return (token) => json.model.vocab[token] ?? NaN;
}

describe('the tokenizer of a transformer', () => {
  const id = vocabulary(MINI);
  let tokenizer: TextTokenizer;
  beforeAll(async () => {
    tokenizer = await loadTokenizer(await pickedFolder('made', MADE_FILES));
  });

  it('puts [CLS] before and [SEP] after the text', () => {
    expect([...tokenizer.encode('The rain', 128).ids]).toEqual([
      id('[CLS]'),
      id('the'),
      id('rain'),
      id('[SEP]'),
    ]);
    expect([...tokenizer.encode('', 128).ids]).toEqual([id('[CLS]'), id('[SEP]')]);
    expect(tokenizer.padId).toBe(id('[PAD]'));
  });

  it('cuts from the end of the text and keeps both special tokens', () => {
    const full = [...tokenizer.encode('the rain in the river and the sea', 128).ids];
    expect(full).toHaveLength(10);
    const cut = [...tokenizer.encode('the rain in the river and the sea', 5).ids];
    expect(cut).toEqual([...full.slice(0, 4), id('[SEP]')]);
  });

  it('keeps the special tokens even where there is no room for text', () => {
    expect([...tokenizer.encode('the rain', 2).ids]).toEqual([id('[CLS]'), id('[SEP]')]);
    expect([...tokenizer.encode('the rain', 1).ids]).toEqual([id('[CLS]'), id('[SEP]')]);
  });
});

describe('the tokenizer of the bundled encoder', () => {
  it('has no special tokens, and no plain text has an unknown word', async () => {
    const id = vocabulary(MINI);
    const tokenizer = await loadTokenizer(await openOnDisk('negscope-mini', MINI));
    expect([...tokenizer.encode('The rain', 128).ids]).toEqual([id('the'), id('rain')]);
    expect(tokenizer.encode('', 128).ids).toHaveLength(0);
    expect(tokenizer.encode('the rain '.repeat(500), 1000).ids).toHaveLength(1000);
    for (const text of ['Xzqvwk', '1848', '90210', '3.14159', 'naïve', 'http://a.b/c?d=e&f#g']) {
      expect([...tokenizer.encode(text, 128).ids], text).not.toContain(id('[UNK]'));
    }
  });
});

describe('loadTokenizer', () => {
  it.each([
    ['is not JSON', { 'tokenizer.json': '{"version"' }, 'tokenizer.json cannot be used. It is not JSON'],
    ['is no tokenizer', { 'tokenizer.json': {} }, 'tokenizer.json cannot be used.'],
    [
      'has a broken companion',
      {
        'tokenizer.json': readFileSync(join(MINI, 'tokenizer.json'), 'utf8'),
        'tokenizer_config.json': '[',
      },
      'tokenizer_config.json cannot be used. It is not JSON',
    ],
  ])('says so where tokenizer.json %s', async (_, files, message) => {
    const load = loadTokenizer(await pickedFolder('broken', files));
    await expect(load).rejects.toThrow(BrokenModelFileError);
    await expect(load).rejects.toThrow(message);
  });
});

describe('pairs', () => {
  const id = vocabulary(MINI);

  it('have special tokens and types as tokenizer.json says', async () => {
    const tokenizer = await loadTokenizer(await pickedFolder('made', MADE_FILES));
    const { ids, types } = tokenizer.encodePair('the rain', 'the river', 128);
    const [cls, sep] = [id('[CLS]'), id('[SEP]')];
    expect([...ids]).toEqual([cls, id('the'), id('rain'), sep, id('the'), id('river'), sep]);
    expect([...types]).toEqual([0, 0, 0, 0, 1, 1, 1]);
    const empty = tokenizer.encodePair('', 'rain', 128);
    expect([...empty.ids]).toEqual([cls, sep, id('rain'), sep]);
    expect([...empty.types]).toEqual([0, 0, 1, 1]);
    const cut = tokenizer.encodePair('the rain', 'the river and the sea', 7);
    expect([...cut.ids]).toEqual([cls, id('the'), id('rain'), sep, id('the'), id('river'), sep]);
  });

  it('are cut at the longer text first, as longest_first of Hugging Face', () => {
    expect(longestFirst(3, 4, 10)).toEqual([3, 4]);
    expect(longestFirst(3, 20, 10)).toEqual([3, 7]);
    expect(longestFirst(20, 3, 10)).toEqual([7, 3]);
    expect(longestFirst(20, 30, 11)).toEqual([5, 6]);
    expect(longestFirst(30, 20, 11)).toEqual([6, 5]);
    expect(longestFirst(20, 20, 11)).toEqual([5, 6]);
    expect(longestFirst(5, 6, 0)).toEqual([0, 0]);
  });
});

it('refuses a tokenizer that is asked for an end and adds none', async () => {
  const own = await openOnDisk('negscope-mini', MINI);
  const json = async (path: string) =>
    JSON.parse(new TextDecoder().decode(await own.part(path))) as Record<string, unknown>;
  const config = { ...(await json('tokenizer_config.json')), add_eos_token: true };
  const folder = await pickedFolder('mine', {
    'tokenizer.json': await json('tokenizer.json'),
    'tokenizer_config.json': config,
  });
  await expect(loadTokenizer(folder)).rejects.toThrow('asks for add_eos_token');
});
