/**
 * Sums by sampling unit (`scoring/groups.ts`): a source's mean over pairs is a ratio of two sums over its units, Σ S / Σ K, since
 * units differ in their number of pairs.
 */

import { isInverted } from '../buckets';
import { sumOf, traceTerms } from '../means';
import { pairRange, type PairColumns } from '../pairs';
import type { GatedPairs } from '../statistics';

/** What each unit adds to one source; zeros where the source lacks it. */
export interface UnitSums {
  /** S: Σ over the unit's pairs of the quantity whose mean is estimated (of w, over pairs with r ≠ 0, for the trace). */
  readonly sums: Float64Array;
  /** K: pairs of the unit. */
  readonly pairs: Float64Array;
}

export type UnitPlan = ReturnType<typeof planUnits>;

/**
 * Units of records that share a key, over all sources, numbered in ascending order of their keys.
 * @param keys of each source: the key of each record
 * @returns how many, and of each source the unit of each record
 */
export function planUnits(keys: readonly ArrayLike<number>[]) {
  const distinct = Float64Array.from(new Set(keys.flatMap((list) => Array.from(list)))).sort();
  const places = new Map(Array.from(distinct, (key, unit) => [key, unit]));
  return {
    units: distinct.length,
    of: keys.map((list) => Int32Array.from(list, (key) => places.get(key) as number)),
  };
}

/** Sums of one source by unit. @param unitOf the unit of each record @param values of each pair */
export function sumsByUnit(
  units: number,
  offsets: Int32Array,
  unitOf: Int32Array,
  values: ArrayLike<number>,
): UnitSums {
  const of: UnitSums = { sums: new Float64Array(units), pairs: new Float64Array(units) };
  unitOf.forEach((unit, record) => {
    const { start, end } = pairRange(offsets, record);
    let sum = 0;
    for (let pair = start; pair < end; pair++) sum += values[pair];
    of.sums[unit] += sum;
    of.pairs[unit] += end - start;
  });
  return of;
}

/** Σ S / Σ K: the mean over the pairs of a source; NaN without one. */
export function meanOf({ sums, pairs }: UnitSums): number {
  return sumOf(sums) / sumOf(pairs);
}

/** A number for each pair. */
export type PairQuantity = (pairs: GatedPairs) => ArrayLike<number>;

/** The quantity behind the trace: w where the pair has a residual. */
export const traceQuantity: PairQuantity = ({ weight, columns }) => traceTerms(weight, columns.distance);

/** −1 of each inverted pair, else 0: as with the gates, the flag means "larger than in every reference". */
export function minusInverted({ margin }: Pick<PairColumns, 'margin'>): Int8Array {
  return new Int8Array(margin.length).map((_, pair) => 0 - Number(isInverted(margin[pair])));
}

/**
 * If two sources were alike, the sums of each unit could belong to either: how often is the difference of the traces then as
 * large as the one found? Two-sided p, (1 + as large or larger)/(1 + permutations): never 0. Units that only one source has
 * change sides too.
 * @param random uniform numbers of [0, 1)
 */
export function permutationP(a: UnitSums, b: UnitSums, permutations: number, random: () => number): number {
  const [sumA, pairsA, sumB, pairsB] = [a.sums, a.pairs, b.sums, b.pairs].map(sumOf);
  const found = Math.abs(sumA / pairsA - sumB / pairsB);
  // Rounding must not make the identical assignment smaller.
  const least = found * (1 - 1e-12);
  let asLarge = 0;
  for (let i = 0; i < permutations; i++) {
    let sum = 0;
    let pairs = 0;
    for (let unit = 0; unit < a.sums.length; unit++) {
      const side = random() < 0.5 ? a : b;
      sum += side.sums[unit];
      pairs += side.pairs[unit];
    }
    const difference = sum / pairs - (sumA + sumB - sum) / (pairsA + pairsB - pairs);
    // No pair on one side: such an assignment is no evidence.
    if (Number.isNaN(difference) || Math.abs(difference) >= least) asLarge++;
  }
  return (1 + asLarge) / (1 + permutations);
}
