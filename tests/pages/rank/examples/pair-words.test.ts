import { describe, expect, it } from 'vitest';

import { askedExamples } from '../../../../src/pages/rank/examples/asked-examples';
import { exampleInWords, likeInWords, pairInWords } from '../../../../src/pages/rank/examples/pair-words';
import type { ShownExample } from '../../../../src/pages/rank/examples/examples-state.svelte';
import { rankingView } from '../../../../src/report/ranking';
import { certainRun, MINED, RANDOM, source } from '../../../session/sources';

const sources = [
  source('a', 0.3, { figuresOver: MINED }),
  source('b', 0.2, { figuresOver: MINED }),
  source('random', 0.5, { reference: false, figuresOver: RANDOM }),
  source('near', 0.4, { reference: false, figuresOver: { ...MINED, mean_eta: 0.8 } }),
];
const view = rankingView(sources, certainRun(sources));

const NO_TITLES = { positive: 0, negative: 0 };

function shown(name: string, over: Partial<ShownExample>): ShownExample {
  const row = view.rows.find((each) => each.name === name);
  if (!row) throw new Error(`no ${name}`);
  const pair = { record: 0, position: 0, rho: 1, eta: 0.9, psi: 1, coverage: 0, weight: 0.9, cosine: 0.994 };
  const texts = { query: 'q', positive: 'one two three', negative: 'one two four', titles: NO_TITLES };
  return { row, rule: 'heaviest', pair, texts, alike: 139, of: 1940, ...over };
}

describe('the pairs beside a result', () => {
  it('are of the source on top and of each outside, by its pattern', () => {
    expect(askedExamples(view).map(({ row, rule }) => [row.name, rule])).toEqual([
      ['a', 'hardest'],
      ['random', 'easiest'],
      ['near', 'nearest'],
    ]);
  });

  it('say why they were chosen, in figures and words that are counted', () => {
    expect(exampleInWords(shown('random', { rule: 'easiest' })).why).toContain(
      'That is why random is outside the ranking.',
    );
    expect(exampleInWords(shown('near', { rule: 'nearest' })).why).toContain(
      'Cosine 0.994 to the positive; one word of it does not stand in the positive.',
    );
    expect(exampleInWords(shown('near', { rule: 'nearest' })).word).toBe('near copy of the positive');
    // The nearest of a source that is flagged on η alone may lie far from its positive.
    const far = shown('near', { rule: 'nearest' });
    expect(exampleInWords({ ...far, pair: { ...far.pair, cosine: 0.71 } }).word).toBe(
      'nearest to its positive',
    );
    const copy = { query: 'q', positive: 'same', negative: 'same', titles: NO_TITLES };
    expect(exampleInWords(shown('near', { rule: 'nearest', texts: copy })).word).toBe('copy of the positive');
    expect(exampleInWords(shown('near', { rule: 'nearest', texts: copy })).why).toContain(
      'its text is the positive’s',
    );
  });

  it('lead to their like', () => {
    expect(likeInWords(shown('near', { rule: 'nearest' }))).toEqual({
      words: 'Its 139 pairs at cosine 0.90 or more',
      address: '#audit?source=near&found=near_positive',
    });
    expect(likeInWords(shown('random', { rule: 'easiest', alike: 1610 })).words).toBe(
      '83\u00a0% of its 1,940 pairs are as easy: ρ of 0.99 or more',
    );
    expect(likeInWords(shown('a', { rule: 'hardest', alike: 97 }))).toEqual({
      words: '5\u00a0% of its 1,940 pairs leave the encoder in doubt: ρ of 0.95 or less',
      address: '#audit?source=a&rho=..0.95',
    });
    expect(likeInWords(shown('a', {})).address).toBe('#audit?source=a');
  });
});

const NO_WORD = { shared: 0, of: 6 };
const word = (rho: number, eta: number, coverage: number) =>
  pairInWords({ rho, eta, psi: 1 - coverage, coverage }, NO_WORD).word;

describe('a pair in a word', () => {
  it('is told by its gates', () => {
    expect(word(0.3, 0.9, 0)).toBe('beats the positive');
    expect(word(0.99, 0.25, 0.44)).toBe('shares the words');
    expect(word(0.94, 0.96, 0)).toBe('hard');
    expect(word(0.99999, 0.36, 0)).toBe('too easy');
    expect(word(0.97, 0.36, 0)).toBe('too easy');
    expect(word(0.8, 0.5, 0.1)).toBe('between');
  });

  it('is never hard where the encoder does not confuse it, however much it weighs', () => {
    expect(word(0.9998, 0.96, 0)).toBe('weighs most');
    expect(word(0.96, 0.8, 0.1)).toBe('weighs most');
    const { why } = pairInWords({ rho: 1, eta: 0.2, psi: 0.5, coverage: 0.5 }, NO_WORD);
    expect(why).toContain('yet the encoder never confuses it');
    for (let rho = 0.955; rho <= 1; rho += 0.005) expect(word(rho, 0.99, 0)).not.toBe('hard');
  });

  it('counts the words that a query shares', () => {
    const { why } = pairInWords({ rho: 0.986, eta: 0.25, psi: 0.563, coverage: 0.437 }, { shared: 3, of: 6 });
    expect(why).toContain('Three of the query’s six words stand in it, 44\u00a0% of their weight');
  });
});
