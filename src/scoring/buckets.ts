/**
 * Edges of rates, and the failure buckets (paper, Table "Failure buckets"). Edges are applied to m, l and C, so that no rounding of
 * an exponential moves a pair across one.
 */

/** ln 3 to the last digit; V8's Math.log(3) is one unit below it. */
const LN3 = 1.0986122886681098;

/** ln 99 and ln 999, written out so that the edges are the same in every browser. */
export const LN99 = 4.59511985013459;
export const LN999 = 6.906754778648554;

/** Slack of the two edges of the lexical coverage C. */
const COVERAGE_SLACK = 1e-12;

/** ρ < 0.5 ⇔ m < 0. A tie (m = 0) is not an inversion. */
export function isInverted(margin: number): boolean {
  return margin < 0;
}

/** ρ ≥ 0.75 ⇔ m ≥ τ ln 3. */
export function isConsistent(margin: number, tau: number): boolean {
  return margin >= tau * LN3;
}

/** η ≤ 0.25 ⇔ l ≤ −τ ln 3. */
export function isLowLocality(locality: number, tau: number): boolean {
  return locality <= -tau * LN3;
}

/** η ≥ 0.75 ⇔ l ≥ τ ln 3. */
export function isHighLocality(locality: number, tau: number): boolean {
  return locality >= tau * LN3;
}

/** C ≥ 0.5, with slack. */
export function isHighCoverage(coverage: number): boolean {
  return coverage >= 0.5 - COVERAGE_SLACK;
}

/** ψ ≥ 0.75 ⇔ C ≤ 0.25, with slack. */
export function isHighResiduality(coverage: number): boolean {
  return coverage <= 0.25 + COVERAGE_SLACK;
}

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

/** How many pairs are in each bucket. @param sets how many are in each set of buckets, by its bits */
export function countBuckets(sets: Float64Array): Buckets {
  return byBucket((_, i) => sets.reduce((sum, count, set) => sum + (set & (1 << i) ? count : 0), 0));
}

export function byBucket(of: (id: BucketId, place: number) => number): Buckets {
  return Object.fromEntries(BUCKETS.map(({ id }, i) => [id, of(id, i)])) as Buckets;
}
