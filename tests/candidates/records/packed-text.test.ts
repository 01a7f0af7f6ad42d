/** Texts, ids and titles come back from a single string as they went in. */

import { expect, it } from 'vitest';

import { Ref, Titled, type Text } from '../../../src/candidates/formats/format';
import { packed, unpacked } from '../../../src/candidates/records/packed-text';

it.each<[string, Text]>([
  ['a text', 'plain'],
  ['a blank text', ''],
  ['a text that looks like an id', '\u0001c12'],
  ['a text that looks like one with a title', '\u00013 The rest'],
  ['a passage of the corpus', new Ref('corpus', 'd 1')],
  ['a query', new Ref('queries', 'q1')],
  ['a passage with a title', new Titled('A title and text', 7)],
  ['a title that begins with the mark', new Titled('\u0001t text', 2)],
])('%s', (_, text) => {
  expect(unpacked(packed(text))).toEqual(text);
});
