import { describe, expect, it } from 'vitest';

import { inputsSentence, type StatedInputs } from '../../../../src/pages/rank/inputs/inputs-sentence';

const sentence = (inputs: Partial<StatedInputs>) =>
  inputsSentence({
    sources: ['bm25', 'tasb', 'random'],
    trusted: ['bm25', 'tasb'],
    encoder: 'potion-base-2M',
    given: false,
    reading: false,
    failing: '',
    ...inputs,
  });

describe('the sentence over the inputs', () => {
  it('says what is in, what will be trained and what is trusted', () => {
    expect(sentence({})).toBe('Three sources, encoder potion-base-2M. You trust bm25 and tasb.');
    expect(sentence({ given: true })).toBe(
      'Three sources, embeddings from the files. You trust bm25 and tasb.',
    );
    const names = ['a', 'b', 'c', 'd', 'e'];
    expect(sentence({ sources: names, trusted: names.slice(0, 4) })).toBe(
      'Five sources, encoder potion-base-2M. You trust four of them.',
    );
  });

  it('names the checks that fail in place of whom you trust, and still asks for an encoder', () => {
    const failing = 'One of four checks fails: leaky holds 121 of its own positives.';
    expect(sentence({ failing })).toBe(`Three sources, encoder potion-base-2M. ${failing}`);
    expect(sentence({ failing, trusted: [] })).toBe(`Three sources, encoder potion-base-2M. ${failing}`);
    expect(sentence({ failing, encoder: null })).toBe(
      `Three sources. ${failing} Which encoder will you train?`,
    );
  });

  it('asks for what is missing, one thing at a time', () => {
    expect(sentence({ sources: [], reading: true })).toBe('Your files are being read.');
    expect(sentence({ sources: [] })).toBe('No source is in yet.');
    expect(sentence({ encoder: null, trusted: [] })).toBe('Three sources. Which encoder will you train?');
    expect(sentence({ trusted: [] })).toBe(
      'Three sources, encoder potion-base-2M. Which sources do you trust?',
    );
    expect(sentence({ trusted: ['bm25', 'tasb', 'random'] })).toContain('so nothing can be audited');
    expect(sentence({ sources: ['bm25'], trusted: [] })).toBe(
      'One source, encoder potion-base-2M. A second source would give something to compare.',
    );
  });
});
