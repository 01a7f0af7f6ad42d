/** Sums of a run's sources by unit, and their bootstrap: what they come to on other queries like these. */

import type { QueryBootstrap, Resample } from '../scoring/certainty/bootstrap';
import {
  traceQuantity,
  UnitTallies,
  type PairQuantity,
  type UnitPlan,
  type UnitSums,
} from '../scoring/certainty/units';
import { kindOfUnits } from '../scoring/groups';
import { seededRandom } from '../scoring/random';
import type { FinishedRun } from './finished-run';
import { gatedSourceOf } from './last-for';
import type { Certainty } from './results';
import { distinctQueries, type SourceData } from './source-data';
import type { Task } from './task';
import type { Gating } from '../scoring/weightings';

/** Resamples of the bootstrap: the ends of a 95 % interval are then known to about a fiftieth of its width. */
export const RESAMPLES = 2000;

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

/**
 * Resamples, each with a pair of every source.
 * @param onResample gets how many there are after each
 * @throws RunCancelledError
 */
export async function drawResamples(
  bootstrap: QueryBootstrap,
  seed: number,
  count: number,
  task: Task,
  onResample: (drawn: number) => void = (drawn) => task.count('intervals', drawn, count),
): Promise<Resample[]> {
  const random = seededRandom(seed);
  const resamples: Resample[] = [];
  while (resamples.length < count) {
    const resample = bootstrap.resample(random);
    // A resample may hold no pair of a source when there are few queries; it is drawn again.
    if (!resample.traces.some(Number.isNaN)) {
      resamples.push(resample);
      onResample(resamples.length);
    }
    await task.breathe();
  }
  return resamples;
}

/** What a run's units are, and how many it has. */
export function unitsOfRun({
  sources,
  request,
}: Pick<FinishedRun, 'sources' | 'request'>): Certainty['units'] {
  const count = new Set(sources.flatMap(({ units }) => Array.from(units))).size;
  return { kind: kindOfUnits(request.settings.group, count, distinctQueries(sources)), count };
}

/** Queries that both sources have. Their differences are paired on these. */
export function sharedQueries(a: SourceData, b: SourceData): number {
  const queries = new Set(a.structure.queries);
  return new Set(b.structure.queries.filter((query) => queries.has(query))).size;
}
