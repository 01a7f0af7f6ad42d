import { describe, expect, it } from 'vitest';

import { piecesOf, wordsOnlyIn } from '../../../src/pages/audit/reader/text-pieces';

describe('words that only one text has', () => {
  it.each([
    ['The program premiered in July 1976!', 'The series premiered in July 1976.', ['program']],
    // Case and signs do not count.
    ['a b c', 'A, b; C', []],
  ])('%j beside %j', (text, other, words) => {
    expect([...(wordsOnlyIn(text, other) ?? ['none'])]).toEqual(words);
  });

  it('are not told of texts with little in common, or without words', () => {
    expect(wordsOnlyIn('one two three four five', 'six seven eight nine five')).toBeNull();
    expect(wordsOnlyIn('', 'a')).toBeNull();
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

  it('are words that another text lacks', () => {
    const pieces = piecesOf('Rugby (league) It split', null, new Set(['league', 'split']));
    expect(pieces.filter(({ differs }) => differs).map(({ text }) => text)).toEqual(['league', 'split']);
  });
});
