import { expect, it } from 'vitest';

import { lengthOffer } from '../../../../src/pages/rank/encoder/length-offer';
import type { EncoderSettings } from '../../../../src/encoder/types';

const settings: EncoderSettings = {
  queryPrefix: '',
  passagePrefix: '',
  pooling: 'mean',
  maxTokens: 128,
};
const offer = (own: number | null, read: number) =>
  lengthOffer(
    { settings, own: own === null ? null : { maxTokens: own, origin: 'sentence_bert_config.json' } },
    { maxTokens: read },
  );

it('offers the folder’s own longest text with what it costs, and the paper’s again', () => {
  expect(offer(512, 128)).toEqual({
    about:
      'The first 128 tokens of a text are read, as in the paper. The folder allows 512 (sentence_bert_config.json). ' +
      'A text that long takes about 4 times as long, or more.',
    maxTokens: 512,
  });
  expect(offer(512, 512)).toEqual({
    about: 'The first 512 tokens of a text are read. The paper reads 128.',
    maxTokens: 128,
  });
  expect(offer(512, 64)?.about).toMatch(/^The first 64 tokens of a text are read\. .* about 8 times/);
});

it('offers nothing where the folder says nothing, or allows no more', () => {
  expect([offer(null, 128), offer(128, 128), offer(96, 96)]).toEqual([null, null, null]);
});
