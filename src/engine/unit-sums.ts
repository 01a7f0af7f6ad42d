/** Gates and figures of sources whose columns are full, and sums of a run's sources by unit (`scoring/groups.ts`). */

import { traceQuantity, type PairQuantity } from '../scoring/certainty/quantities';
import { sumsByUnit, type UnitPlan, type UnitSums } from '../scoring/certainty/units';
import type { PairColumns } from '../scoring/pairs';
import { gatedSource } from '../scoring/statistics';
import type { Gating } from '../scoring/weightings';
import { idsIn, type SourceData } from './source-data';

const LAST = new WeakMap<PairColumns, ReturnType<typeof gatedSource>>();

/** Of the temperature and weighting asked for last it is remembered: a preview and then the settled figures ask for the same. */
export function gatedSourceOf(columns: PairColumns, { tau, weighting }: Gating) {
  const last = LAST.get(columns);
  if (last?.pairs.tau === tau && last.pairs.weighting === weighting) return last;
  // Nobody reads what was before any more: its memory is used again.
  const gated = gatedSource(columns, { tau, weighting }, last);
  LAST.set(columns, gated);
  return gated;
}

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
