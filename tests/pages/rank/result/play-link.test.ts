import { describe, expect, it } from 'vitest';

import { fromParameters, linkInWords, toParameters } from '../../../../src/pages/rank/result/play-link';

describe('the setting as a link', () => {
  const there = (address: string) => fromParameters(new URLSearchParams(address));

  it.each([
    [{ weighting: 'drop-psi', negatives: 5, sample: 100, seed: 7 }, ['bm25', 'a b&c']],
    [{ weighting: 'full', negatives: null, sample: null, seed: 42 }, []],
  ] as const)('comes back as it was, and what it leaves out is as at the start: %j', (setting, trusted) => {
    const values = { tau: 0.075, ...setting };
    expect(there(toParameters(values, trusted).toString())).toEqual({ values, trusted });
  });

  it.each(['tau=0', 'tau=x', 'tau=-1', 'weighting=none', 'tau=Infinity', ''])(
    'leaves out what it does not know: %s',
    (text) => {
      expect(there(text)).toEqual({ values: {}, trusted: null });
      expect(linkInWords(there(text))).toBe('');
    },
  );
});
