/** A text in pieces: words of the query and words that differ. */

import { describe, expect, it } from 'vitest';

import { piecesOf } from '../../../../src/pages/audit/reader/text-pieces';

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
