/** Which audit flags of a run are certain and which may be noise (docs/CERTAINTY.md). */

import {
  AUDIT_STATISTICS,
  auditFlags,
  auditStatistic,
  envelope,
  isAudited,
  type AuditProfile,
  type Flag,
} from '../scoring/audit';
import { flaggedShares, isFlaggedNormally, isFlaggedSoFar, type Flagged } from '../scoring/certainty/flags';
import { QueryBootstrap } from '../scoring/certainty/bootstrap';
import type { Interval } from '../scoring/certainty/order';
import { scoreSoFar } from '../scoring/certainty/order-sequence';
import { normalHalfWidth } from '../scoring/certainty/normal';
import { estimateRatio, ratio, type UnitSums } from '../scoring/certainty/units';
import { seededRandom } from '../scoring/random';
import { drawResamples } from './resamples';
import type { FlagCertainty, SourceFigures } from './results';
import type { OrderedSums, QuerySums } from './query-sums';
import type { Task } from './task';
import type { CertaintyRequest } from './types';

/** Where the errors of finished files come from. `normal`: at once, for figures that follow a hand. */
export type ErrorsBy = 'resamples' | 'normal';

const FLAGS = AUDIT_STATISTICS.map(({ flag }) => flag);

/** Resamples for each flag: a share near 95 % is then known to about 0.7 %. */
const RESAMPLES = 1000;

/**
 * The flags of every source that is not a reference, against the references or the range entered by hand. Finished
 * files: bootstrap over queries. A run that stopped early: intervals that hold at every moment.
 * @param figures of each source at this temperature
 * @throws RunCancelledError
 */
export async function flagCertainties(
  sums: QuerySums,
  { stopped, request }: Pick<OrderedSums, 'stopped' | 'request'>,
  { references, range = null }: CertaintyRequest,
  figures: readonly SourceFigures[],
  task: Task,
  by: ErrorsBy,
): Promise<FlagCertainty[]> {
  if (range === null && !isAudited(references)) return [];
  const profile = range ?? envelope(figures.filter((_, s) => references[s]));
  const flags = figures.flatMap((own, s) =>
    references[s] ? [] : auditFlags(own, profile).map((flag) => ({ s, flag })),
  );
  const places = [...figures.keys()].filter((s) => references[s]);
  const { level } = request.stop;
  const held = flags.map(({ s, flag }) => {
    const own = sums.quantity(s, flag);
    const others = range
      ? [constantLike(own, limitOf(flag, range))]
      : places.map((place) => sums.quantity(place, flag));
    return { own, others };
  });
  const resampled = !stopped && by === 'resamples' && held.length > 0;
  const shares = resampled ? await resampledShares(held, request.settings.seed, task) : [];
  return flags.map(({ s, flag }, i) => {
    const { own, others } = held[i] as Flagged;
    const drawnOf = range ? [s, s] : [s, ...places];
    const certain = stopped
      ? isFlaggedSoFar(
          own,
          others,
          drawnOf.map((place) => stopped.drawn[place] as number),
          (1 - level) / flags.length,
        )
      : by === 'normal'
        ? isFlaggedNormally(own, others, sums.units, level)
        : (shares[i] as number) >= level;
    return { source: sums.ids[s] as number, flag, certain };
  });
}

/** @throws RunCancelledError */
function resampledShares(flags: readonly Flagged[], seed: number, task: Task): Promise<number[]> {
  return task.follow(flaggedShares(flags, RESAMPLES, seededRandom(seed)), (share) =>
    task.count('flags', Math.round(share * RESAMPLES), RESAMPLES),
  );
}

/**
 * The range of one reference: the far ends of the intervals of its means and of its inversion rate. Null where there are
 * several references or none: they are a range by themselves.
 * @throws RunCancelledError
 */
export async function referenceRange(
  { ids, units, quantity }: QuerySums,
  { stopped, request }: Pick<OrderedSums, 'stopped' | 'request'>,
  { references, range = null }: CertaintyRequest,
  task: Task,
  by: ErrorsBy,
): Promise<AuditProfile | null> {
  const [only, second] = [...ids.keys()].filter((s) => references[s]);
  if (range !== null || !isAudited(references) || only === undefined || second !== undefined) return null;
  const { level } = request.stop;
  const ofOnly = (flag: Flag) => quantity(only, flag);
  let resampled: Promise<Interval[]> | null = null;
  const farEnd = async (flag: Flag): Promise<number> => {
    const tally = ofOnly(flag);
    const { sums, pairs } = tally;
    if (stopped) {
      const drawn = stopped.drawn[only] as number;
      const { high } = scoreSoFar({ sums, pairs, drawn, eci: ratio(tally, drawn) }, Infinity, 1 - level);
      return Number.isFinite(high) ? high : ratio(tally, drawn);
    }
    if (by === 'normal') {
      const { value, deviation } = estimateRatio(tally, units);
      return value + normalHalfWidth(deviation, units, level);
    }
    const intervals = await (resampled ??= resampledIntervals(FLAGS.map(ofOnly), request, units, task));
    return (intervals[FLAGS.indexOf(flag)] as Interval).high;
  };
  return {
    mean_rho_max: await farEnd('rho'),
    mean_eta_max: await farEnd('eta'),
    mean_psi_max: await farEnd('psi'),
    inversion_rate_min: -(await farEnd('inversion')),
  };
}

/** Intervals of the means of one reference, from the same resamples. @throws RunCancelledError */
async function resampledIntervals(
  tallies: readonly UnitSums[],
  { settings: { seed }, stop: { level } }: OrderedSums['request'],
  units: number,
  task: Task,
): Promise<Interval[]> {
  const bootstrap = new QueryBootstrap(tallies, []);
  const resamples = await drawResamples(bootstrap, seed, RESAMPLES, task, (drawn) =>
    task.count('range', drawn, RESAMPLES),
  );
  const means = tallies.map((tally) => ratio(tally, units));
  return bootstrap.scoreIntervals(means, resamples, level);
}

/** The entered limit on the scale of the flag's quantity. */
function limitOf(flag: Flag, range: AuditProfile): number {
  const { edge, outside } = auditStatistic(flag);
  return outside === 'above' ? range[edge] : -range[edge];
}

/** A reference that has the entered value in every unit. */
function constantLike({ pairs }: UnitSums, mean: number): UnitSums {
  return { pairs, sums: pairs.map((count) => count * mean) };
}
