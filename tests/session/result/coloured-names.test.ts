import { describe, expect, it } from 'vitest';

import { withNames } from '../../../src/session/result/coloured-names';
import { rankingView } from '../../../src/report/ranking';
import { source } from '../sources';

const named = (sentence: string, ...names: string[]) =>
  withNames(
    sentence,
    rankingView(
      names.map((name) => source(name, 0.1)),
      null,
    ).rows,
  ).map(({ text, source: found }) => (found ? `[${text}]` : text));

describe('names in a sentence', () => {
  it('are found as words of their own', () => {
    expect(named('bm25 ranks first of two; bm2 is second.', 'bm25', 'bm2')).toEqual([
      '[bm25]',
      ' ranks first of two; ',
      '[bm2]',
      ' is second.',
    ]);
    expect(named('a leads, as always', 'a')).toEqual(['[a]', ' leads, as always']);
  });

  it('give the sentence again, letter for letter', () => {
    const sentence = 'x+y and x tie for first place.';
    expect(named(sentence, 'x', 'x+y')).toEqual(['[x+y]', ' and ', '[x]', ' tie for first place.']);
  });
});
