/** How certain an audit flag is: the statistic behind it, on resamples or as an interval. */

import type { Flag } from '../audit';
import { isInverted } from '../edges';
import { resampledRatios } from './bootstrap';
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

/**
 * Share of resamples in which a source is beyond every reference. A resample without pairs of one of them counts as a
 * miss.
 * @param random uniform numbers of [0, 1)
 */
export function flaggedShare(
  source: UnitSums,
  references: readonly UnitSums[],
  resamples: number,
  random: () => number,
): number {
  let flagged = 0;
  for (let i = 0; i < resamples; i++) {
    const [own, ...others] = resampledRatios([source, ...references], random);
    if (others.every((other) => own > other)) flagged++;
  }
  return flagged / resamples;
}

/** As {@link flaggedShare} reaching `level`, without resamples: the difference to each reference is taken to be normal. */
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
