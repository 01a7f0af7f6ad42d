import { describe, expect, it } from 'vitest';

import { commonDimension, withOverride } from '../../../src/session/encoder/encoder-state.svelte';

const settings = {
  queryPrefix: '',
  passagePrefix: '',
  pooling: 'mean',
  maxTokens: 128,
  normalise: true,
} as const;

describe('commonDimension', () => {
  it('is the length that all share', () => {
    expect(commonDimension([16, 16])).toBe(16);
    expect(commonDimension([16, 32])).toBeNull();
    expect(commonDimension([16, null])).toBeNull();
    expect(commonDimension([null, null])).toBeNull();
    expect(commonDimension([])).toBeNull();
  });
});

describe('withOverride', () => {
  it('keeps what differs from the folder and forgets what does not', () => {
    const once = withOverride({}, settings, 'queryPrefix', 'query: ');
    expect(once).toEqual({ queryPrefix: 'query: ' });
    const twice = withOverride(once, settings, 'pooling', 'cls');
    expect(twice).toEqual({ queryPrefix: 'query: ', pooling: 'cls' });
    expect(withOverride(twice, settings, 'queryPrefix', '')).toEqual({ pooling: 'cls' });
  });
});
