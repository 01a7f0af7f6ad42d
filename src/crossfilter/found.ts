/** What a pair is found for, as bits of one column. */

import { BUCKETS, bucketsOfPair, type BucketId } from '../scoring/buckets';
import { FINDINGS, type FindingId } from '../scoring/findings';
import type { FlatPairs } from '../scoring/flat-pairs';
import { isNearPositive } from '../scoring/near-positive';

export type FoundId = 'near_positive' | FindingId | 'unrelated' | BucketId;

/** In the order of the page; the place of each is its bit. */
export const FOUND_IDS: readonly FoundId[] = [
  'near_positive',
  ...FINDINGS.map(({ id }) => id),
  'unrelated',
  ...BUCKETS.map(({ id }) => id),
];

/** The first bit of the paper's buckets. */
const BUCKET_BITS = 2 + FINDINGS.length;

/** What every pair is found for at a temperature: bit i for `FOUND_IDS[i]`. */
export function foundBits(pairs: FlatPairs, tau: number): Uint16Array {
  const { margin, locality, distance, coverage, findings, unrelated } = pairs;
  const bits = new Uint16Array(margin.length);
  for (let row = 0; row < bits.length; row++) {
    const near = Number(isNearPositive(distance[row]));
    const buckets = bucketsOfPair(margin[row], locality[row], coverage[row], tau) << BUCKET_BITS;
    bits[row] = near | buckets;
  }
  [...FINDINGS.map(({ id }) => findings[id]), unrelated].forEach((column, i) => {
    column?.forEach((found, row) => (bits[row] |= found << (1 + i)));
  });
  return bits;
}

/** The bits of some of {@link FOUND_IDS}. */
export function bitsOf(found: readonly FoundId[]): number {
  return FOUND_IDS.reduce((bits, id, i) => (found.includes(id) ? bits | (1 << i) : bits), 0);
}
