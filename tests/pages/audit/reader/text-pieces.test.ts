/** A text in pieces: words of the query, words that differ, and a title apart from what follows. */

import { describe, expect, it } from 'vitest';

import { piecesOf, wordCount } from '../../../../src/pages/audit/reader/text-pieces';

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

  it('count differing words on from those of the title', () => {
    const [title, rest] = ['Rugby (league)', 'It split'];
    const differing = new Set([1, 3]);
    const differ = (pieces: ReturnType<typeof piecesOf>) =>
      pieces.filter(({ differs }) => differs).map(({ text }) => text);
    expect(differ(piecesOf(title, null, differing))).toEqual(['league']);
    expect(differ(piecesOf(rest, null, differing, wordCount(title)))).toEqual(['split']);
    expect(differ(piecesOf(`${title} ${rest}`, null, differing))).toEqual(['league', 'split']);
  });
});
