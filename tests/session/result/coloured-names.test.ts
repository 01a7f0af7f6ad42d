import { describe, expect, it } from 'vitest';

import { findingPhrase, partsOf } from '../../../src/session/result/coloured-names';
import { rankingView } from '../../../src/report/ranking';
import type { Phrase } from '../../../src/report/verdict-words';
import { source } from '../sources';

const coloured = (phrase: Phrase, ...names: string[]) =>
  partsOf(
    phrase,
    rankingView(
      names.map((name) => source(name, 0.1)),
      null,
    ).rows,
  )
    .map(({ text, source: found }) => (found ? `[${text}]` : text))
    .join('');

const about = (sentence: string, name: string) =>
  coloured(findingPhrase({ sentence }, name), name, 'random', 'written', 'the');

describe('names in a sentence', () => {
  it('are those that the phrase says, whatever its other words are', () => {
    expect(coloured(['random passages in ', { source: 'random' }], 'random')).toBe(
      'random passages in [random]',
    );
  });

  it('are in a finding that of its source alone, once', () => {
    expect(
      about('About 30 % of random look like passages drawn at random, held against written.', 'random'),
    ).toBe('About 30 % of [random] look like passages drawn at random, held against written.');
    expect(about('75 of the 900 negatives of the are copies.', 'the')).toBe(
      '75 of [the] 900 negatives of the are copies.',
    );
    expect(about('leaky2 holds a list of leaky.', 'leaky')).toBe('leaky2 holds a list of [leaky].');
    expect(about('Look at its first record.', 'bm25')).toBe('Look at its first record.');
  });
});
