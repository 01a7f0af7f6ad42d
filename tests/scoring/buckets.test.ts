import { describe, expect, it } from 'vitest';

import { BUCKETS, bucketsOfPair, type BucketId } from '../../src/scoring/buckets';

const TAU = 0.05;
/** τ ln 3, rounded as the rules round it: ρ and η are 0.75 there. */
const EDGE = TAU * 1.0986122886681098;

function names(margin: number, locality: number, coverage: number): BucketId[] {
  const set = bucketsOfPair(margin, locality, coverage, TAU);
  return BUCKETS.filter((_, i) => (set & (1 << i)) !== 0).map(({ id }) => id);
}

describe('bucketsOfPair', () => {
  it.each<[number, number, number, BucketId[]]>([
    [0, 0, 0.3, []],
    [-1e-300, 0, 0.3, ['inversion']],
    [-1, -1, 1, ['inversion', 'low_locality', 'high_coverage']],
    [0, -EDGE, 0.3, ['low_locality']],
    [EDGE, EDGE, 0.5, ['high_coverage', 'valid_high_coverage']],
    [EDGE * 0.999, EDGE, 0.5, ['high_coverage']],
    [EDGE, EDGE * 0.999, 0.5, ['high_coverage']],
    [EDGE, -EDGE, 0.25, ['low_locality', 'valid_low_locality']],
    [EDGE, -EDGE, 0.26, ['low_locality']],
  ])('of m = %s, l = %s, C = %s', (margin, locality, coverage, expected) => {
    expect(names(margin, locality, coverage)).toEqual(expected);
  });
});
