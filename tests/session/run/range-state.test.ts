import '../runes';

import { describe, expect, it } from 'vitest';

import { RangeState } from '../../../src/session/run/range-state.svelte';

describe('a range entered by hand', () => {
  it('counts once all four figures are shares, and each wrong one is told by its key', () => {
    const range = new RangeState();
    expect(range).toMatchObject({ entered: null, wrong: [], problems: [] });
    range.byHand = true;
    expect(range.wrong).toHaveLength(4);
    expect(range.problems).toHaveLength(1);
    range.figures.mean_rho_max = 0.9;
    range.figures.mean_eta_max = 0;
    range.figures.mean_psi_max = 1.2;
    range.figures.inversion_rate_min = 1;
    expect(range.wrong).toEqual(['mean_psi_max']);
    expect(range.entered).toBeNull();
    range.figures.mean_psi_max = 1;
    expect(range.problems).toEqual([]);
    expect(range.entered).toEqual({
      mean_rho_max: 0.9,
      mean_eta_max: 0,
      mean_psi_max: 1,
      inversion_rate_min: 1,
    });
    range.byHand = false;
    expect(range.entered).toBeNull();
  });
});
