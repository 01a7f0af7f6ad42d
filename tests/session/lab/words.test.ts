import { describe, expect, it } from 'vitest';

import { costInWords, progressInWords } from '../../../src/session/lab/words';

describe('the cost of an experiment in words', () => {
  it('names the work that there is, and no other', () => {
    expect(costInWords({ texts: 0, summedPairs: 12000, matrices: 13, draws: 0, seconds: 3.2 })).toBe(
      'About 3 s: 12,000 pairs to sum, 13 matrices.',
    );
    expect(costInWords({ texts: 900, summedPairs: 0, matrices: 1, draws: 400, seconds: 0.4 })).toBe(
      'Less than 1 s: 900 texts to read, 1 matrix, 400 draws.',
    );
  });
});

describe('the progress of an experiment in words', () => {
  it('tells rate and time left once they can be told', () => {
    expect(progressInWords({ done: 0, total: 100 }, 0.1)).toBe('0 of 100 steps');
    expect(progressInWords({ done: 1000, total: 4000 }, 2)).toBe(
      '1,000 of 4,000 steps, 500 per second, 6 s left',
    );
  });
});
