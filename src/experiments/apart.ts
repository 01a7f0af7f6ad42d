/** Which scores are apart by more than chance, by the one standard of the ranking (`scoring/certainty/score-order.ts`). */

import type { SourceData } from '../engine/source-data';
import type { Interval } from '../scoring/certainty/intervals';
import { orderOf } from '../scoring/certainty/score-order';
import type { UnitPlan, UnitSums } from '../scoring/certainty/units';
import { traceTerm } from '../scoring/means';
import { recordsOfPairs } from '../scoring/pairs';
import type { Gating } from '../scoring/weightings';

/** Chance that an interval of a score misses, and that any difference in one setting is called wrongly. */
const ALPHA = 0.05;

/** Sources under one scoring. */
export interface Scored {
  /** By source. */
  readonly scores: readonly number[];
  /** Places of each two that are more than chance apart, the higher first. */
  readonly apart: readonly (readonly [number, number])[];
}

/** @param traces sums behind the trace of each source, over the same units */
export function judgedScores(
  scores: readonly number[],
  traces: readonly UnitSums[],
  settings: readonly string[],
  gating: Gating,
): Scored & { readonly intervals: readonly (Interval | null)[] } {
  const sources = scores.map((score, s) => ({
    score,
    trace: traces[s] as UnitSums,
    setting: settings[s] ?? '',
  }));
  const order = orderOf(sources, gating, ALPHA, null);
  return {
    scores,
    apart: order.pairs.flatMap(({ a, b, separated }) => (separated ? [[a, b] as const] : [])),
    intervals: order.scores.map(({ interval }) => interval),
  };
}

/**
 * S and K of each unit of a source, of its trace.
 * @param place of the source in the plan
 * @param pairs that count; by default all
 */
export function traceSums(
  { columns }: Pick<SourceData, 'columns'>,
  weights: Float64Array,
  { units, of }: UnitPlan,
  place: number,
  pairs: Iterable<number> = weights.keys(),
): UnitSums {
  const own: UnitSums = { sums: new Float64Array(units), pairs: new Float64Array(units) };
  const recordOf = recordsOfPairs(columns.offsets);
  const unitOf = of[place] as Int32Array;
  for (const pair of pairs) {
    const unit = unitOf[recordOf[pair] as number] as number;
    own.sums[unit] =
      (own.sums[unit] as number) + traceTerm(weights[pair] as number, columns.distance[pair] as number);
    own.pairs[unit] = (own.pairs[unit] as number) + 1;
  }
  return own;
}

/** True where `one` scores above `other` by more than chance. */
export function isClearlyAbove({ apart }: Scored, one: number, other: number): boolean {
  return apart.some(([a, b]) => a === one && b === other);
}
