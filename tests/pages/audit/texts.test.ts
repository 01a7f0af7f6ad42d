/** How texts are shown: unseen characters, words of the query, words that differ. */

import { describe, expect, it } from 'vitest';

import { differingWords } from '../../../src/pages/audit/reader/differing-words';
import { piecesOf } from '../../../src/pages/audit/reader/text-pieces';
import { visible } from '../../../src/ui/words';

describe('unseen characters', () => {
  it.each([
    ['plain text, ö and 日本', 'plain text, ö and 日本'],
    ['tab\tand\nline', 'tab\tand\nline'],
    ['nul \u0000, bell \u0007, delete \u007f', 'nul ⟨U+0000⟩, bell ⟨U+0007⟩, delete ⟨U+007F⟩'],
    ['c1 \u0085', 'c1 ⟨U+0085⟩'],
    ['\u202Eturned\u202C \u2066isolated\u2069', '⟨U+202E⟩turned⟨U+202C⟩ ⟨U+2066⟩isolated⟨U+2069⟩'],
    ['👩‍👩‍👧 שלום', '👩‍👩‍👧 שלום'],
  ])('%j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });
});

describe('differing words', () => {
  it('are those that the other text has not in their place', () => {
    const found = differingWords('The series premiered in July 1976.', 'The program premiered in July 1976!');
    expect(found).toEqual({ first: new Set([1]), second: new Set([1]) });
  });

  it('do not count case and signs', () => {
    expect(differingWords('A, b; C', 'a b c')).toEqual({ first: new Set(), second: new Set() });
  });

  it('are not told of texts with little in common, or without words', () => {
    expect(differingWords('one two three four five', 'six seven eight nine five')).toBeNull();
    expect(differingWords('', 'a')).toBeNull();
  });

  it('end with the bound of a text of a megabyte', () => {
    const long = 'same words over and over '.repeat(40_000);
    expect(differingWords(long, long)).toEqual({ first: new Set(), second: new Set() });
  });
});

const WEIGHTS = new Map([
  ['rugby', 4],
  ['a', 1],
]);

describe('the pieces of a text', () => {
  it('are words of the query, by their share of the heaviest, and what stands between them', () => {
    expect(piecesOf('A rugby ball', WEIGHTS, null)).toEqual([
      { text: 'A', share: 0.25, differs: false },
      { text: ' ', share: null, differs: false },
      { text: 'rugby', share: 1, differs: false },
      { text: ' ball', share: null, differs: false },
    ]);
  });

  it('are words that differ, by their places', () => {
    const pieces = piecesOf('Rugby (league) It split', null, new Set([1, 3]));
    expect(pieces.filter(({ differs }) => differs).map(({ text }) => text)).toEqual(['league', 'split']);
  });
});
