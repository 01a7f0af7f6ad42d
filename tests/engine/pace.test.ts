import { describe, expect, it } from 'vitest';

import { paceOf } from '../../src/engine/pace';

describe('paceOf', () => {
  it('is the rate so far, and what is left at that rate', () => {
    expect(paceOf(10, 30, 2)).toEqual({ rate: 5, secondsLeft: 4 });
    expect(paceOf(30, 30, 2)).toEqual({ rate: 15, secondsLeft: 0 });
  });

  it('cannot be told in the first half second, nor before anything is done', () => {
    const unknown = { rate: null, secondsLeft: null };
    expect(paceOf(10, 30, 0.49)).toEqual(unknown);
    expect(paceOf(10, 30, 0.5)).toEqual({ rate: 20, secondsLeft: 1 });
    expect(paceOf(0, 30, 100)).toEqual(unknown);
  });
});
