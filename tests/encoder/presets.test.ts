import { describe, expect, it } from 'vitest';

import { presetFor } from '../../src/encoder/presets';

describe('presetFor', () => {
  it.each([
    'e5-base',
    'e5-base-v2',
    'intfloat/e5-small-v2',
    'multilingual-e5-large',
    'intfloat_multilingual-e5-base',
    'E5_base',
  ])('knows %s as E5', (name) => {
    expect(presetFor(name)).toEqual({
      name: 'E5',
      queryPrefix: 'query: ',
      passagePrefix: 'passage: ',
      pooling: 'mean',
    });
  });

  it.each([
    ['facebook/contriever-msmarco', 'Contriever'],
    ['distilbert-base-uncased', 'DistilBERT'],
  ])('knows %s: mean pooling, no prefix', (name, preset) => {
    expect(presetFor(name)).toEqual({ name: preset, queryPrefix: '', passagePrefix: '', pooling: 'mean' });
  });

  it.each(['mini-gte', 'bge-small-en', 'potion-base-2M', 'e5-mistral-7b-instruct', 'we5-base', ''])(
    'has none for "%s"',
    (name) => expect(presetFor(name)).toBeNull(),
  );
});
