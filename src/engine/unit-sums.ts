/** Sums of a run's sources by unit (`scoring/groups.ts`). */

import { traceQuantity, type PairQuantity } from '../scoring/certainty/quantities';
import { sumsByUnit, type UnitPlan, type UnitSums } from '../scoring/certainty/units';
import type { Gating } from '../scoring/weightings';
import { gatedSourceOf } from './last-for';
import { idsIn, type SourceData } from './source-data';

/** By source: the sums of a quantity by unit; of the one behind its trace where none is named. */
export function talliesOf(
  sources: readonly SourceData[],
  plan: UnitPlan,
  gating: Gating,
  quantity: PairQuantity = traceQuantity,
): UnitSums[] {
  return sources.map(({ columns }, s) => {
    const valueOf = quantity(gatedSourceOf(columns, gating).pairs);
    return sumsByUnit(plan.units, columns.offsets, plan.of[s] as Int32Array, valueOf);
  });
}

/** Queries that both sources have. Their differences are paired on these. */
export function sharedQueries(a: SourceData, b: SourceData): number {
  const [one, other] = [idsIn(a.structure.queries), idsIn(b.structure.queries)];
  return [...one].filter((query) => other.has(query)).length;
}
