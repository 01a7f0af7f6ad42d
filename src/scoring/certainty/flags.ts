/** How certain an audit flag is: the statistic behind it, on resamples or as an interval. */

import type { Flag } from '../audit';
import { isInverted } from '../edges';
import { isNearPositive } from '../near-positive';
import { byGate } from '../pair-gates';
import type { PairKind } from '../share-audit';
import { isUnrelated, type Corner } from '../unrelated';
import type { Sliced } from '../sliced';
import { drawUnits, ratioAt } from './bootstrap';
import { FEWEST_UNITS, meanHalfWidth } from './confidence-sequence';
import { normalQuantile } from './normal';
import {
  estimateDifference,
  estimateRatio,
  largestOverMean,
  type PairQuantity,
  type UnitSums,
} from './units';

/** A mean of a source that is held against the references: behind a flag, or the share of a kind of pairs. */
export type AuditedMean = Flag | PairKind;

/**
 * By flag: the quantity of a pair whose mean the flag is about, signed so that the flag means "larger than in every
 * reference".
 */
export const FLAG_QUANTITIES: Readonly<Record<Flag, PairQuantity>> = {
  ...byGate((id): PairQuantity => (pairs, start, end) => {
    const column = pairs[id];
    let sum = 0;
    for (let pair = start; pair < end; pair++) sum += column[pair];
    return sum;
  }),
  inversion: ({ columns: { margin } }, start, end) =>
    -countOf(start, end, (pair) => isInverted(margin[pair])),
};

function countOf(start: number, end: number, holds: (pair: number) => boolean): number {
  let count = 0;
  for (let pair = start; pair < end; pair++) count += Number(holds(pair));
  return count;
}

/** By kind of pairs: 1 for a pair of the kind. @param corner where pairs of random passages lie */
export function kindQuantities(
  corner: Pick<Corner, 'cos_query' | 'coverage'>,
): Readonly<Record<PairKind, PairQuantity>> {
  return {
    unrelated: ({ columns: { locality, distance, coverage } }, start, end) =>
      countOf(start, end, (pair) => isUnrelated(locality[pair], distance[pair], coverage[pair], corner)),
    near_positive: ({ columns: { distance } }, start, end) =>
      countOf(start, end, (pair) => isNearPositive(distance[pair])),
  };
}

/** A source whose mean lies beyond those of its references, by the sums of each. */
export interface Flagged {
  readonly own: UnitSums;
  readonly others: readonly UnitSums[];
}

/**
 * Of each flag, the share of resamples in which the source is beyond every reference. A resample without pairs of one of
 * them counts as a miss. All flags share the units of a resample.
 * @param random uniform numbers of [0, 1)
 */
export function* flaggedShares(
  flags: readonly Flagged[],
  resamples: number,
  random: () => number,
): Sliced<number[]> {
  const counts = flags.map(() => 0);
  for (let i = 0; i < resamples; i++) {
    const units = drawUnits(flags[0]?.own.sums.length ?? 0, random);
    for (const [at, { own, others }] of flags.entries()) {
      const value = ratioAt(own, units);
      if (others.every((other) => value > ratioAt(other, units))) counts[at] += 1;
    }
    yield (i + 1) / resamples;
  }
  return counts.map((count) => count / resamples);
}

/** As {@link flaggedShares} reaching `level`, without resamples: the difference to each reference is taken to be normal. */
export function isFlaggedNormally(
  source: UnitSums,
  references: readonly UnitSums[],
  units: number,
  level: number,
): boolean {
  return references.every((reference) => {
    const { value, deviation } = estimateDifference(source, reference, units);
    return value > (normalQuantile(level) * deviation) / Math.sqrt(units);
  });
}

/** What is known of a flag before the last unit of a file. */
export type FlagStanding = 'there' | 'absent' | 'open';

/** A reference that a source is held against. */
export interface ReferenceMean {
  readonly sums: UnitSums;
  /** Units drawn. */
  readonly drawn: number;
  /** The smallest distance that counts. */
  readonly effect: number;
  /** Half of its own interval where it is the range by itself, else 0. */
  readonly half: number;
}

/**
 * Whether the mean of a source lies beyond that of every reference by more than counts, on other queries too. `there`
 * where it does certainly, `absent` where certainly it does not beyond one of them; both at every moment at once.
 * @param drawn units drawn of the source
 * @param alpha error for each reference, over all moments
 */
export function flagSoFar(
  source: UnitSums,
  drawn: number,
  references: readonly ReferenceMean[],
  alpha: number,
): FlagStanding {
  const beyond = references.map(({ sums, drawn: ofReference, effect, half }) => {
    const { low, high } = boundedDifference(source, sums, Math.min(drawn, ofReference), alpha);
    return low > Math.max(effect, half) ? 'there' : high < effect ? 'absent' : 'open';
  });
  if (beyond.includes('absent')) return 'absent';
  return beyond.every((standing) => standing === 'there') ? 'there' : 'open';
}

/**
 * Interval of the difference of two means over pairs whose values differ by 1 at most, valid at every moment at once. The
 * sequence of the scores with {@link rareMove} in place of its guard against uneven units: such a value cannot be
 * larger than was seen.
 */
function boundedDifference(
  one: UnitSums,
  other: UnitSums,
  drawn: number,
  alpha: number,
): { readonly low: number; readonly high: number } {
  if (drawn < FEWEST_UNITS) return { low: -Infinity, high: Infinity };
  const { value, deviation } = estimateDifference(one, other, drawn);
  const half =
    meanHalfWidth(drawn, Infinity, deviation, alpha) +
    // The values of a pair of sources differ by 1 at most, so they lie that and |d| from the difference so far.
    Math.max(rareMove(one, drawn, alpha), rareMove(other, drawn, alpha)) * (1 + Math.abs(value));
  return { low: value - half, high: value + half };
}

/** Half of the interval of one such mean, valid at every moment at once. */
export function boundedHalfWidth(sums: UnitSums, drawn: number, alpha: number): number {
  if (drawn < FEWEST_UNITS) return Infinity;
  const { deviation } = estimateRatio(sums, drawn);
  return meanHalfWidth(drawn, Infinity, deviation, alpha) + rareMove(sums, drawn, alpha);
}

/**
 * By how much a kind of unit that was not drawn yet could move the mean. With probability 1 − alpha it is rarer than
 * ln(1/alpha)/n, and each of its pairs moves the mean by 1 at most; it is taken to have as many pairs as the largest unit.
 */
function rareMove(sums: UnitSums, drawn: number, alpha: number): number {
  return (Math.log(1 / alpha) * largestOverMean(sums, drawn)) / drawn;
}
