import { describe, expect, it } from 'vitest';

import { pairInWords } from '../../../../src/pages/rank/examples/pair-words';

const NO_WORD = { shared: 0, of: 6 };
const word = (rho: number, eta: number, coverage: number) =>
  pairInWords({ rho, eta, psi: 1 - coverage, coverage }, NO_WORD).word;

describe('a pair in a word', () => {
  it('is told by its gates', () => {
    expect(word(0.3, 0.9, 0)).toBe('beats the positive');
    expect(word(0.99, 0.25, 0.44)).toBe('shares the words');
    expect(word(0.9998, 0.96, 0)).toBe('hard');
    expect(word(0.99999, 0.36, 0)).toBe('too easy');
    expect(word(0.8, 0.5, 0.1)).toBe('between');
  });

  it('counts the words that a query shares', () => {
    const { why } = pairInWords({ rho: 0.986, eta: 0.25, psi: 0.563, coverage: 0.437 }, { shared: 3, of: 6 });
    expect(why).toContain('Three of the query’s six words stand in it, 44\u00a0% of their weight');
  });
});
