import { describe, expect, it } from 'vitest';

import { phraseText } from '../../../../src/report/verdict-words';
import { inputsSentence, type StatedInputs } from '../../../../src/pages/rank/inputs/inputs-sentence';

const sentence = (inputs: Partial<StatedInputs>) =>
  phraseText(
    inputsSentence({
      sources: ['bm25', 'tasb', 'random'],
      trusted: ['bm25', 'tasb'],
      encoder: 'potion-base-2M',
      given: false,
      reading: false,
      failing: '',
      ...inputs,
    }),
  );

describe('the sentence over the inputs', () => {
  it('asks for what is missing, one thing at a time', () => {
    expect(sentence({ sources: [], reading: true })).toBe('Your files are being read.');
    expect(sentence({ sources: [] })).toBe('No source is in yet.');
    expect(sentence({ encoder: null, trusted: [] })).toBe('Three sources. Which encoder will you train?');
    expect(sentence({ trusted: [] }), 'no source needs to be trusted').toBe(
      'Three sources, encoder potion-base-2M.',
    );
    expect(sentence({ sources: ['bm25'], trusted: [] })).toBe(
      'One source, encoder potion-base-2M. A second source would give something to compare.',
    );
  });
});
