import { describe, expect, it } from 'vitest';

import {
  fromParameters,
  gatesOn,
  linkInWords,
  toggled,
  toParameters,
} from '../../../../src/pages/rank/result/play-link';
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

describe('what a link sets', () => {
  it.each([
    [
      'tau=0.1&trust=bm25&trust=dense',
      'τ 0.1 and references bm25, dense are set by the link; give your files.',
    ],
    ['tau=0.07', 'τ 0.07 is set by the link; give your files.'],
    ['trust=bm25&trust=dense', 'references bm25, dense are set by the link; give your files.'],
    ['tau=0.05&weighting=drop-psi', 'τ 0.05 and weighting ρη are set by the link; give your files.'],
    ['source=bm25', ''],
  ])('%s: %s', (text, words) => {
    expect(linkInWords(fromParameters(new URLSearchParams(text), WEIGHTING_IDS), true)).toBe(words);
  });

  it('waits for nothing once there are files', () => {
    expect(linkInWords({ tau: 0.1 }, false)).toBe('τ 0.1 is set by the link.');
  });
});
