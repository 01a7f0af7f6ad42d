/**
 * Sums by sampling unit (`scoring/groups.ts`): a source's mean over pairs is a ratio of two sums over its units, Σ S / Σ K, since
 * units differ in their number of pairs.
 */

import type { GatedPairs } from '../gated-pairs';
import { sumOf } from '../means';
import { pairRange, type PairColumns } from '../pairs';
import type { PairQuantity } from './quantities';

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
  const all = new Float64Array(keys.reduce((count, { length }) => count + length, 0));
  let next = 0;
  for (const list of keys) {
    all.set(list, next);
    next += list.length;
  }
  const distinct = all.sort().filter((key, i) => i === 0 || key !== all[i - 1]);
  const places = new Map(Array.from(distinct, (key, unit) => [key, unit]));
  return {
    units: distinct.length,
    of: keys.map((list) => Int32Array.from(list, (key) => places.get(key) as number)),
  };
}

/** Sums of one source by unit, of several quantities in one pass, filled as its records are scored. */
export class UnitTallies<Name extends string> {
  readonly by: Readonly<Record<Name, UnitSums>>;
  private readonly quantities: readonly PairQuantity[];
  private readonly sums: readonly Float64Array[];
  private readonly pairs: Float64Array;

  /** @param unitOf the unit of each record */
  constructor(
    units: number,
    private readonly gated: GatedPairs<PairColumns>,
    private readonly unitOf: Int32Array,
    quantities: Readonly<Record<Name, PairQuantity>>,
  ) {
    const names = Object.keys(quantities) as Name[];
    const pairs = new Float64Array(units);
    this.pairs = pairs;
    this.quantities = names.map((name) => quantities[name]);
    this.sums = names.map(() => new Float64Array(units));
    const entries = names.map((name, at) => [name, { sums: this.sums[at], pairs }]);
    this.by = Object.fromEntries(entries) as Record<Name, UnitSums>;
  }

  /** Adds records whose gates are filled, each once. */
  add(records: Iterable<number>): void {
    const { gated, quantities, sums } = this;
    const { offsets } = gated.columns;
    for (const record of records) {
      const unit = this.unitOf[record];
      const { start, end } = pairRange(offsets, record);
      for (let at = 0; at < quantities.length; at++) sums[at][unit] += quantities[at](gated, start, end);
      this.pairs[unit] += end - start;
    }
  }
}

/** Σ S / Σ K: the mean over the pairs of a source; NaN without one. */
export function meanOf({ sums, pairs }: UnitSums): number {
  return sumOf(sums) / sumOf(pairs);
}

/**
 * How many pairs of each unit are of a kind.
 * @param unitOf the unit of each record
 * @param isOfKind by the place of a pair
 */
export function countByUnit(
  units: number,
  offsets: Int32Array,
  unitOf: Int32Array,
  isOfKind: (pair: number) => boolean,
): UnitSums {
  const counts: UnitSums = { sums: new Float64Array(units), pairs: new Float64Array(units) };
  unitOf.forEach((unit, record) => {
    const { start, end } = pairRange(offsets, record);
    for (let pair = start; pair < end; pair++) counts.sums[unit] += Number(isOfKind(pair));
    counts.pairs[unit] += end - start;
  });
  return counts;
}
