import { describe, expect, it } from 'vitest';

import { areReferences } from '../../../src/session/run/runs';

describe('references', () => {
  it('are the ticked sources, and all of them where none is ticked', () => {
    expect(areReferences([true, false, true], false)).toEqual([true, false, true]);
    expect(areReferences([false, false], false)).toEqual([true, true]);
    expect(areReferences([], false)).toEqual([]);
  });

  it('are none where their range is entered by hand', () => {
    expect(areReferences([true, false], true)).toEqual([false, false]);
  });
});
