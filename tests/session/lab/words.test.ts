import { describe, expect, it } from 'vitest';

import { NOTHING_WRITTEN, withOwnOptions } from '../../../src/session/lab/choices';
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

describe('what the user changes of the options', () => {
  it('builds controls and mixtures from the source that was picked', () => {
    const own = { ...NOTHING_WRITTEN, base: 7, tau: 0.05 };
    expect(withOwnOptions({ id: 'controls', options: { base: 1 } }, own).options).toEqual({ base: 7 });
    expect(withOwnOptions({ id: 'mixing', options: { base: 1, shares: [0, 1] } }, own).options).toEqual({
      base: 7,
      shares: [0, 1],
    });
  });

  it('sends the sweep through the own temperature, once', () => {
    const sweep = { id: 'temperature', options: { taus: [0.01, 0.1] } } as const;
    const swept = (tau: number | null, taus: number[] | null = null) =>
      withOwnOptions(sweep, { ...NOTHING_WRITTEN, base: 1, tau, taus }).options;
    expect(swept(0.07)).toEqual({ taus: [0.01, 0.07, 0.1] });
    expect(swept(0.1)).toEqual({ taus: [0.01, 0.1] });
    expect(swept(null)).toEqual({ taus: [0.01, 0.1] });
    expect(swept(0.07, [0.03, 0.5])).toEqual({ taus: [0.03, 0.07, 0.5] });
  });

  it('takes shares and draws that are written in place of the paper’s', () => {
    const own = { base: 7, tau: 0.05, taus: null, shares: [0, 0.1], draws: 90 };
    expect(withOwnOptions({ id: 'mixing', options: { base: 1, shares: [0, 1] } }, own).options).toEqual({
      base: 7,
      shares: [0, 0.1],
    });
    expect(
      withOwnOptions({ id: 'sample-size', options: { shares: [0.5, 1], draws: 400 } }, own).options,
    ).toEqual({ shares: [0.5, 1], draws: 90 });
  });
});
