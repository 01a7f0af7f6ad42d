/**
 * Sums by sampling unit (`scoring/groups.ts`): a source's mean over pairs is a ratio of two sums over its units, Σ S / Σ K, since
 * units differ in their number of pairs.
 */

import { sumOf } from '../means';
import { pairRange } from '../pairs';

/** What each unit adds to one source; zeros where the source lacks it. */
export interface UnitSums {
  /** S: Σ over the unit's pairs of the quantity whose mean is estimated (of w, over pairs with r ≠ 0, for the trace). */
  readonly sums: Float64Array;
  /** K: pairs of the unit. */
  readonly pairs: Float64Array;
}

/** The unit of each record of each source. Units are numbered in ascending order of their keys. */
export interface UnitPlan {
  readonly units: number;
  /** Of each source: the unit of each record. */
  readonly of: readonly Int32Array[];
}

/**
 * Units of records that share a key, over all sources.
 * @param keys of each source: the key of each record, such as the seeded priority of its query or the query's id
 */
export function planUnits(keys: readonly ArrayLike<number>[]): UnitPlan {
  const distinct = Float64Array.from(new Set(keys.flatMap((list) => Array.from(list)))).sort();
  const places = new Map(Array.from(distinct, (key, unit) => [key, unit]));
  return {
    units: distinct.length,
    of: keys.map((list) => Int32Array.from(list, (key) => places.get(key) as number)),
  };
}

/** Sums of one source by unit. @param unitOf the unit of each record @param valueOf by the place of a pair */
export function sumsByUnit(
  units: number,
  offsets: Int32Array,
  unitOf: Int32Array,
  valueOf: (pair: number) => number,
): UnitSums {
  const of: UnitSums = { sums: new Float64Array(units), pairs: new Float64Array(units) };
  unitOf.forEach((unit, record) => {
    const { start, end } = pairRange(offsets, record);
    let sum = 0;
    for (let pair = start; pair < end; pair++) sum += valueOf(pair);
    of.sums[unit] += sum;
    of.pairs[unit] += end - start;
  });
  return of;
}

/** Σ S / Σ K: the mean over the pairs of a source; NaN without one. */
export function meanOf({ sums, pairs }: UnitSums): number {
  return sumOf(sums) / sumOf(pairs);
}
