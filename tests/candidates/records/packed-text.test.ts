/** Texts and ids come back from a single string as they went in. */

import { expect, it } from 'vitest';

import { Ref, type Text } from '../../../src/candidates/formats/format';
import { packed, unpacked } from '../../../src/candidates/records/packed-text';

it.each<[string, Text]>([
  ['a text', 'plain'],
  ['a blank text', ''],
  ['a text that looks like an id', '\u0001c12'],
  ['a passage of the corpus', new Ref('corpus', 'd 1')],
  ['a query', new Ref('queries', 'q1')],
])('%s', (_, text) => {
  expect(unpacked(packed(text))).toEqual(text);
});
