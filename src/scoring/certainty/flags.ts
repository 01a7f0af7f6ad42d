/** How certain an audit flag is: the statistic behind it, on resamples or as an interval. */

import type { Flag } from '../audit';
import { isInverted } from '../edges';
import type { Sliced } from '../sliced';
import { drawUnits, ratioAt } from './bootstrap';
import { differenceSoFar, type SourceSoFar } from './order-sequence';
import { normalQuantile } from './normal';
import { estimateDifference, ratio, type PairQuantity, type UnitSums } from './units';

/**
 * By flag: the quantity of a pair whose mean the flag is about, signed so that the flag means "larger than in every
 * reference".
 */
export const FLAG_QUANTITIES: Readonly<Record<Flag, PairQuantity>> = {
  rho: (gates) => gates.rho,
  eta: (gates) => gates.eta,
  psi: (gates) => gates.psi,
  inversion: (gates) => -Number(isInverted(gates.margin)),
};

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

/**
 * True where a source lies beyond every reference, on other queries too, by an interval that is valid at every moment.
 * @param drawn units drawn: of the source, then of each reference
 * @param alpha error that this flag may have, over all moments
 */
export function isFlaggedSoFar(
  source: UnitSums,
  references: readonly UnitSums[],
  drawn: readonly number[],
  alpha: number,
): boolean {
  const soFar = [source, ...references].map(({ sums, pairs }, i): SourceSoFar => {
    const units = drawn[i];
    return { sums, pairs, drawn: units, eci: ratio({ sums, pairs }, units) };
  });
  return references.every((_, i) => {
    const { a, low } = differenceSoFar([0, i + 1], soFar, Infinity, alpha / references.length);
    return a === 0 && low > 0;
  });
}
