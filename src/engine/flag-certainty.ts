/** Which audit flags of a run are certain, and which may be noise (docs/CERTAINTY.md). */

import { auditFlags, envelope, isAudited, type Flag } from '../scoring/audit';
import { FLAG_QUANTITIES, flaggedShare, isFlaggedSoFar } from '../scoring/certainty/flags';
import { planUnits, UnitTally, type UnitPlan } from '../scoring/certainty/units';
import { seededRandom } from '../scoring/random';
import type { FlagCertainty, SourceFigures } from './results';
import type { FinishedRun } from './run';
import type { SourceData } from './source-data';
import type { Task } from './task';
import type { CertaintyRequest } from './types';

/** Resamples a flag: a share near 95 % is then known to about 0.7 %. */
const RESAMPLES = 1000;

/**
 * The flags of every source that is no reference: over finished files by a bootstrap over queries, where the run stopped
 * by intervals that hold at every moment.
 * @param figures of each source, at the temperature asked for
 * @throws RunCancelledError
 */
export async function flagCertainties(
  run: Pick<FinishedRun, 'sources' | 'stopped' | 'request'>,
  { tau, references }: CertaintyRequest,
  figures: readonly SourceFigures[],
  task: Task,
): Promise<FlagCertainty[]> {
  if (!isAudited(references)) return [];
  const { sources, stopped, request } = run;
  const profile = envelope(figures.filter((_, s) => references[s]));
  const flags = figures.flatMap((own, s) =>
    references[s] ? [] : auditFlags(own, profile).map((flag) => ({ s, flag })),
  );
  const places = [...sources.keys()].filter((s) => references[s]);
  const plan = stopped?.plan ?? planUnits(sources.map(({ structure }) => structure.queries));
  const tallies = new Map<string, UnitTally>();
  const tally = (s: number, flag: Flag) => {
    const key = `${s} ${flag}`;
    const known = tallies.get(key) ?? tallyOf(sources[s] as SourceData, plan, s, tau, flag);
    tallies.set(key, known);
    return known;
  };
  const { level } = request.stop;
  const found: FlagCertainty[] = [];
  for (const { s, flag } of flags) {
    const own = tally(s, flag);
    const others = places.map((place) => tally(place, flag));
    const certain = stopped
      ? isFlaggedSoFar(
          own,
          others,
          [s, ...places].map((place) => stopped.drawn[place] as number),
          stopped.units,
          (1 - level) / flags.length,
        )
      : flaggedShare(own, others, RESAMPLES, seededRandom(request.settings.seed)) >= level;
    found.push({ source: (sources[s] as SourceData).id, flag, certain });
    await task.breathe();
  }
  return found;
}

function tallyOf(
  { columns, structure }: SourceData,
  plan: UnitPlan,
  s: number,
  tau: number,
  flag: Flag,
): UnitTally {
  const tally = new UnitTally(plan.units, columns, plan.of[s] as Int32Array, tau, FLAG_QUANTITIES[flag]);
  tally.add(structure.queries.keys());
  return tally;
}
