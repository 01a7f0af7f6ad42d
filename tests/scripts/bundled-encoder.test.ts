import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

import { expect, it } from 'vitest';

import { BUNDLED_NAME } from '../../scripts/lib/model-index.mjs';
import type { ServedModel } from '../../src/encoder/model-folder';
import { MINI } from '../support/folders';

const FILES = readdirSync(MINI, { recursive: true, encoding: 'utf8' })
  .map((path) => join(MINI, path))
  .filter((path) => statSync(path).isFile());
const card = readFileSync(join(MINI, 'README.md'), 'utf8');
const json = (path: string) => JSON.parse(readFileSync(join(MINI, path), 'utf8')) as Record<string, unknown>;

it('has the files of its list, with their hashes', () => {
  const index = readFileSync(join(MINI, '../index.json'), 'utf8');
  const { models } = JSON.parse(index) as { models: readonly ServedModel[] };
  const listed = models.find(({ name }) => name === BUNDLED_NAME);
  expect(listed?.files.map(({ path }) => path)).toEqual(FILES.map((file) => relative(MINI, file)).sort());
  for (const { path, sha256 } of listed?.files ?? []) {
    expect(
      createHash('sha256')
        .update(readFileSync(join(MINI, path)))
        .digest('hex'),
      path,
    ).toBe(sha256);
  }
});

it('takes at most 4 MB, and its vectors 1.8 MB over the wire', () => {
  expect(FILES.reduce((sum, path) => sum + statSync(path).size, 0)).toBeLessThan(4e6);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
  const sent = brotliCompressSync(readFileSync(join(MINI, 'model.safetensors')), quality);
  expect(sent.length).toBeGreaterThan(1e6);
  expect(sent.length).toBeLessThan(1.8e6);
});

it('says of its size what its table has', () => {
  const { model } = json('tokenizer.json') as { model: { vocab: Record<string, number> } };
  const tokens = Object.values(model.vocab);
  expect(json('config.json')).toMatchObject({
    vocab_size: tokens.length,
    hidden_size: 224,
    negscope_bundled: true,
  });
  expect(new Set(tokens).size).toBe(tokens.length);
  expect(card).toContain(tokens.length.toLocaleString('en'));
});

it('names its sources with their licences and commits, and says what it is', () => {
  expect(card.match(/^- openstax\/osbooks-[a-z-]+ [0-9a-f]{12}$/gm)).toHaveLength(26);
  for (const words of [
    'WordNet 3.0 Copyright 2006 by Princeton University',
    'MedQuAD',
    'CC BY 4.0',
    'Factbook',
  ]) {
    expect(card).toContain(words);
  }
  expect(card).toContain("Good for a look; your encoder's order may differ.");
  expect(card).not.toContain('untrained');
});
