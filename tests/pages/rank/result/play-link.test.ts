import { describe, expect, it } from 'vitest';

import { fromParameters, gatesOn, toggled, toParameters } from '../../../../src/pages/rank/result/play-link';
import { WEIGHTING_IDS } from '../../../../src/scoring/weightings';

describe('gates on and off', () => {
  it('one at a time is left out, and comes back', () => {
    expect(toggled('full', 'eta')).toBe('drop-eta');
    expect(toggled('drop-eta', 'eta')).toBe('full');
    expect(toggled('drop-eta', 'rho')).toBeNull();
    expect(gatesOn('drop-eta')).toEqual(['rho', 'psi']);
  });

  it('of a weighting that is no product of gates there are none', () => {
    expect(gatesOn('gradient')).toBeNull();
    expect(toggled('gradient', 'rho')).toBeNull();
  });
});

describe('the setting as a link', () => {
  const setting = { tau: 0.075, weighting: 'drop-psi', trusted: ['bm25', 'a b&c'] } as const;

  it('comes back as it was', () => {
    const address = toParameters(setting).toString();
    expect(fromParameters(new URLSearchParams(address), WEIGHTING_IDS)).toEqual(setting);
  });

  it.each(['tau=0', 'tau=x', 'tau=-1', 'weighting=none', 'tau=Infinity', ''])(
    'leaves out what it does not know: %s',
    (text) => {
      expect(fromParameters(new URLSearchParams(text), WEIGHTING_IDS)).toEqual({});
    },
  );
});
