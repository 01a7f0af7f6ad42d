/** Sums of a run's sources by unit (`scoring/groups.ts`). */

import { traceQuantity, type PairQuantity } from '../scoring/certainty/quantities';
import { UnitTallies, type UnitPlan, type UnitSums } from '../scoring/certainty/units';
import type { Gating } from '../scoring/weightings';
import { gatedSourceOf } from './last-for';
import type { SourceData } from './source-data';

/** By source: the sums behind its trace, by unit. */
export function talliesOf(sources: readonly SourceData[], plan: UnitPlan, gating: Gating): UnitSums[] {
  return sources.map((source, s) => tallyOf(source, plan, s, gating, { trace: traceQuantity }).trace);
}

/** The sums of quantities of one source, by unit. @param place of the source among those of the plan */
export function tallyOf<Name extends string>(
  { columns, structure }: SourceData,
  plan: UnitPlan,
  place: number,
  gating: Gating,
  quantities: Readonly<Record<Name, PairQuantity>>,
): Readonly<Record<Name, UnitSums>> {
  const gated = gatedSourceOf(columns, gating).pairs;
  const tallies = new UnitTallies(plan.units, gated, plan.of[place] as Int32Array, quantities);
  tallies.add(structure.queries.keys());
  return tallies.by;
}

/** Queries that both sources have. Their differences are paired on these. */
export function sharedQueries(a: SourceData, b: SourceData): number {
  const queries = new Set(a.structure.queries);
  return new Set(b.structure.queries.filter((query) => queries.has(query))).size;
}
