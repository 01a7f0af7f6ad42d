import { describe, expect, it } from 'vitest';

import { fromParameters, toParameters } from '../../../../src/pages/rank/result/play-link';
import { WEIGHTING_IDS } from '../../../../src/scoring/weightings';

describe('the setting as a link', () => {
  const there = (address: string) => fromParameters(new URLSearchParams(address), WEIGHTING_IDS);

  it.each([
    { weighting: 'drop-psi', negatives: 5, sample: 100, seed: 7, trusted: ['bm25', 'a b&c'] },
    { weighting: 'full', negatives: null, sample: null, trusted: [] },
  ] as const)('comes back as it was, and what it leaves out is as at the start: %j', (setting) => {
    const address = toParameters({ tau: 0.075, seed: 42, ...setting }).toString();
    expect(there(address)).toEqual({ tau: 0.075, ...setting });
  });

  it.each(['tau=0', 'tau=x', 'tau=-1', 'weighting=none', 'tau=Infinity', ''])(
    'leaves out what it does not know: %s',
    (text) => {
      expect(there(text)).toEqual({});
    },
  );
});
