import { expect, it } from 'vitest';

import { cutInWords } from '../../../../src/pages/rank/result/state-line';
import type { Result } from '../../../../src/report/result';

const ran = (cost: object, encoder: object = { settings: { max_tokens: 128 } }) =>
  cutInWords({ cost, encoder } as Pick<Result, 'cost' | 'encoder'>);

it('says how many texts are longer than the encoder read', () => {
  expect(ran({ texts: 812, cut_texts: 97 })).toBe(
    '97 of 812 texts (11.9\u00a0%) are longer than 128 tokens. The encoder read only their first 128.',
  );
});

it('says nothing where none is, where a report does not know, or where the files gave the vectors', () => {
  expect([ran({ texts: 9, cut_texts: 0 }), ran({ texts: 9 }), ran({ texts: 0, cut_texts: 3 }, {})]).toEqual([
    '',
    '',
    '',
  ]);
});
