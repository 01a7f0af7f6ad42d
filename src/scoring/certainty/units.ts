/**
 * The unit of sampling: a query, with all of its records in a source. A score's trace is a ratio of two sums over
 * the units, Σ S / Σ K (weights over pairs), since records differ in their number of pairs; a unit's influence is
 * what it adds to the ratio's error, and the mean of the influences is what the intervals are about.
 */

import type { GatedPairs } from '../gated-pairs';
import { traceTerm } from '../means';
import { pairRange, type PairColumns } from '../pairs';

/** What each unit drawn so far adds to one source, in the order of the draw; zeros where the source lacks the query. */
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

/** The sum, over the pairs [start, end), of a quantity whose mean over pairs is estimated. */
export type PairQuantity = (pairs: GatedPairs, start: number, end: number) => number;

/** The quantity behind the trace: w where the pair has a residual. */
export const traceQuantity: PairQuantity = ({ weight, columns: { distance } }, start, end) => {
  let sum = 0;
  for (let pair = start; pair < end; pair++) sum += traceTerm(weight[pair], distance[pair]);
  return sum;
};

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

/** A ratio, or a difference of two, from the units drawn so far. */
export interface RatioEstimate {
  readonly value: number;
  /** Standard deviation of a unit's influence. */
  readonly deviation: number;
  /** Largest share that one unit has in the sum of squared influences; 1 where all are zero. */
  readonly largestShare: number;
}

/** Σ S / Σ K over the first `drawn` units: the mean over pairs. NaN where there is no pair yet. */
export function ratio({ sums, pairs }: UnitSums, drawn: number): number {
  return total(sums, drawn) / total(pairs, drawn);
}

/** Pairs of the largest of the first units, over the mean: by how much more than its share a unit may weigh. */
export function largestOverMean({ pairs }: UnitSums, drawn: number): number {
  let all = 0;
  let most = 0;
  for (let unit = 0; unit < drawn; unit++) {
    all += pairs[unit];
    most = Math.max(most, pairs[unit]);
  }
  return (most * drawn) / all;
}

/** What each of the first units adds to the error of the ratio: (S − T·K)/K̄. Their mean is zero. */
export function influences(source: UnitSums, drawn: number): Float64Array {
  const value = ratio(source, drawn);
  const meanPairs = total(source.pairs, drawn) / drawn;
  const { sums, pairs } = source;
  // A loop: the figures follow the temperature while it is dragged.
  const each = new Float64Array(drawn);
  for (let i = 0; i < drawn; i++) each[i] = (sums[i] - value * pairs[i]) / meanPairs;
  return each;
}

/** The ratio of one source with the spread of its influences. */
export function estimateRatio(source: UnitSums, drawn: number): RatioEstimate {
  return spread(ratio(source, drawn), influences(source, drawn));
}

/** The difference of two sources' ratios. Where they share queries their influences are subtracted: a paired design. */
export function estimateDifference(a: UnitSums, b: UnitSums, drawn: number): RatioEstimate {
  const fromB = influences(b, drawn);
  const paired = influences(a, drawn);
  for (let i = 0; i < drawn; i++) paired[i] -= fromB[i];
  return spread(ratio(a, drawn) - ratio(b, drawn), paired);
}

/** Influences have mean zero by construction, so their squares give the spread. */
function spread(value: number, influence: Float64Array): RatioEstimate {
  let squares = 0;
  let largest = 0;
  for (const each of influence) {
    const square = each ** 2;
    squares += square;
    if (square > largest) largest = square;
  }
  return {
    value,
    deviation: Math.sqrt(squares / (influence.length - 1)),
    largestShare: squares === 0 ? 1 : largest / squares,
  };
}

function total(values: Float64Array, drawn: number): number {
  let sum = 0;
  for (let i = 0; i < drawn; i++) sum += values[i];
  return sum;
}
