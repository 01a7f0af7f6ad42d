import { describe, expect, it } from 'vitest';

import { firstVersionScore } from '../../src/scoring/first-version';
import { expectRelative } from '../support/near';
import { planarSource, type PlanarRecord } from '../support/planar';

const score = (...records: PlanarRecord[]) => firstVersionScore(planarSource(records).columns);

describe('the metric of the first version', () => {
  it('is log of the set times the harmonic mean of hardness and safety, worked out by hand', () => {
    // u·v⁺ = 1, u·v⁻ = cos 60° and cos 60°: H = 0.5, S = 0.5, so ln 3 · 0.5.
    expectRelative(score({ query: 0, positive: 0, negatives: [60, -60] }), 0.5493061443340549);
    // u·v⁻ = cos 60° and cos 90°: H = 0.25, S = 0.5, so ln 3 · 1/3.
    expectRelative(score({ query: 0, positive: 0, negatives: [60, 90] }), 0.3662040962227033);
    // One negative: ln 2 · 0.5.
    expectRelative(score({ query: 0, positive: 0, negatives: [60] }), 0.34657359027997264);
  });

  it('is 0 for a record with an inverted negative, whatever else is in it', () => {
    expect(score({ query: 0, positive: 60, negatives: [90, 30] })).toBe(0);
    expect(score({ query: 0, positive: 60, negatives: [60] })).toBeLessThan(1e-15);
  });

  it('does not reward negatives that point away from the query', () => {
    expect(score({ query: 0, positive: 0, negatives: [120, 180] })).toBe(0);
  });

  it('is the mean over the records, each with its own K', () => {
    const one: PlanarRecord = { query: 0, positive: 0, negatives: [60] };
    const two: PlanarRecord = { query: 0, positive: 0, negatives: [60, -60] };
    expectRelative(score(one, two), (0.34657359027997264 + 0.5493061443340549) / 2);
  });

  it('counts hardness: random passages score below hard ones', () => {
    const hard = score({ query: 0, positive: 10, negatives: [50, 55] });
    const random = score({ query: 0, positive: 10, negatives: [88, 100] });
    expect(random).toBeLessThan(hard);
  });
});
