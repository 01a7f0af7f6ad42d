/** Which scores are apart by more than chance, by the one standard of the ranking (`scoring/certainty/score-order.ts`). */

import type { SourceData } from '../engine/source-data';
import type { Interval } from '../scoring/certainty/intervals';
import { orderOf } from '../scoring/certainty/score-order';
import { sumsByUnit, type UnitPlan, type UnitSums } from '../scoring/certainty/units';
import { traceTerm } from '../scoring/means';
import type { SomePairs } from '../scoring/pairs';
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

/** S and K of each unit of a source, of its trace. @param place of the source in the plan @param some pairs that count; by default all */
export function traceSums(
  { columns: { offsets, distance } }: Pick<SourceData, 'columns'>,
  weights: Float64Array,
  { units, of }: UnitPlan,
  place: number,
  some?: SomePairs,
): UnitSums {
  const unitOf = of[place] as Int32Array;
  const term = (pair: number) => traceTerm(weights[pair] as number, distance[pair] as number);
  if (!some) return sumsByUnit(units, offsets, unitOf, term);
  const ownUnits = some.records.map((record) => unitOf[record] as number);
  return sumsByUnit(units, some.offsets, ownUnits, (i) => term(some.pairs[i] as number));
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

/** True where `one` scores above `other` by more than chance. */
export function isClearlyAbove({ apart }: Scored, one: number, other: number): boolean {
  return apart.some(([a, b]) => a === one && b === other);
}
