/**
 * The failure buckets (paper, Table "Failure buckets"): the one table of ids, rules and words. Edges are applied to
 * m, l and C.
 */

import {
  isConsistent,
  isHighCoverage,
  isHighLocality,
  isHighResiduality,
  isInverted,
  isLowLocality,
} from './edges';

/** In the order of a report; the place of a bucket is its bit in `bucketsOfPair`. */
export const BUCKETS = [
  { id: 'inversion', words: 'inverted', rule: 'ρ < 0.5' },
  { id: 'low_locality', words: 'far from the positive', rule: 'η ≤ 0.25' },
  { id: 'high_coverage', words: 'half of the query’s words', rule: 'C ≥ 0.5' },
  {
    id: 'valid_high_coverage',
    words: 'good by the encoder, shares the query’s words',
    rule: 'ρ ≥ 0.75, η ≥ 0.75, C ≥ 0.5',
  },
  {
    id: 'valid_low_locality',
    words: 'good, but far from the positive',
    rule: 'ρ ≥ 0.75, ψ ≥ 0.75, η ≤ 0.25',
  },
] as const;

export type BucketId = (typeof BUCKETS)[number]['id'];

/** A number for each bucket: its pairs, or their share. */
export type Buckets = Readonly<Record<BucketId, number>>;

/** How many sets of buckets there are. */
export const BUCKET_SETS = 1 << BUCKETS.length;

/** The buckets that a pair is in, as bits: bit i for `BUCKETS[i]`. @param margin m @param locality l @param coverage C */
export function bucketsOfPair(margin: number, locality: number, coverage: number, tau: number): number {
  // Bits instead of branches: rules of real data hold about half of the time, and this saves a tenth of the time.
  const valid = Number(isConsistent(margin, tau));
  const lowLocality = Number(isLowLocality(locality, tau));
  const highCoverage = Number(isHighCoverage(coverage));
  return (
    Number(isInverted(margin)) |
    (lowLocality << 1) |
    (highCoverage << 2) |
    ((valid & Number(isHighLocality(locality, tau)) & highCoverage) << 3) |
    ((valid & Number(isHighResiduality(coverage)) & lowLocality) << 4)
  );
}

/** How many pairs are in each bucket. @param sets how many pairs are in each set of buckets, by its bits */
export function countBuckets(sets: Float64Array): Buckets {
  return mapBuckets((bit) => sets.reduce((sum, count, set) => ((set & bit) === 0 ? sum : sum + count), 0));
}

/** A number for each bucket, computed from its bit and its id. */
export function mapBuckets(of: (bit: number, id: BucketId) => number): Buckets {
  return Object.fromEntries(BUCKETS.map(({ id }, i) => [id, of(1 << i, id)])) as Buckets;
}
