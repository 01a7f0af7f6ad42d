import { describe, expect, it } from 'vitest';

import { progressInWords } from '../../../src/session/lab/words';

describe('the progress of an experiment in words', () => {
  it('tells rate and time left once they can be told', () => {
    expect(progressInWords({ done: 0, total: 100 }, 0.1)).toBe('0 of 100 steps');
    expect(progressInWords({ done: 1000, total: 4000 }, 2)).toBe(
      '1,000 of 4,000 steps, 500 per second, 6 s left',
    );
  });
});
