/** Which audit flags of a run are certain and which may be noise (docs/CERTAINTY.md). */

import {
  auditFlags,
  FLAGS,
  envelope,
  isAudited,
  profileOf,
  type AuditProfile,
  type Flag,
} from '../scoring/audit';
import { flaggedShares, isFlaggedNormally, type Flagged } from '../scoring/certainty/flags';
import { QueryBootstrap } from '../scoring/certainty/bootstrap';
import type { Interval } from '../scoring/certainty/order';
import { scoreSoFar } from '../scoring/certainty/order-sequence';
import { normalHalfWidth } from '../scoring/certainty/normal';
import { estimateRatio, ratio, type UnitSums } from '../scoring/certainty/units';
import { seededRandom } from '../scoring/random';
import { auditSoFar, constantLike, limitOf } from './audit-so-far';
import { drawResamples } from './resamples';
import type { StoppedOrder } from './order-watch';
import type { FlagCertainty, SourceFigures } from './results';
import type { OrderedSums, QuerySums } from './query-sums';
import type { Task } from './task';
import type { CertaintyRequest } from './types';

/** Where the errors of finished files come from. `normal`: at once, for figures that follow a hand. */
export type ErrorsBy = 'resamples' | 'normal';

/** Resamples for each flag: a share near 95 % is then known to about 0.7 %. */
const RESAMPLES = 1000;

/**
 * What the audit says of each source, against the references or the range entered by hand. Files that were read to their
 * end, as were all references: their flags, by a bootstrap over queries. Others: what is certain and what is open, by
 * intervals that hold at every moment.
 * @param figures of each source at this temperature
 * @throws RunCancelledError
 */
export async function flagCertainties(
  sums: QuerySums,
  run: Pick<OrderedSums, 'stopped' | 'request'>,
  asked: CertaintyRequest,
  figures: readonly SourceFigures[],
  task: Task,
  by: ErrorsBy,
): Promise<FlagCertainty[]> {
  const { references, range = null } = asked;
  if (range === null && !isAudited(references)) return [];
  const { stopped } = run;
  const byFile = figures.map((_, s) => isJudgedWhole(stopped, references, s));
  const ofFiles = await flagsOfFiles(sums, run, asked, figures, byFile, task, by);
  const soFar = stopped === null ? [] : flagsSoFar(sums, run.request, stopped, asked);
  return [...ofFiles, ...soFar.filter(({ source }) => !byFile[sums.ids.indexOf(source)])];
}

/** Whether a source and all references were read to their end: then the rule for files holds. */
function isJudgedWhole(
  stopped: StoppedOrder | null,
  references: readonly boolean[],
  source: number,
): boolean {
  return stopped?.whole.every((whole, s) => whole || (s !== source && !references[s])) ?? true;
}

/** The flags of files that lie beyond the references, each certain or perhaps chance. @throws RunCancelledError */
async function flagsOfFiles(
  sums: QuerySums,
  { request }: Pick<OrderedSums, 'request'>,
  { references, range = null }: CertaintyRequest,
  figures: readonly SourceFigures[],
  judged: readonly boolean[],
  task: Task,
  by: ErrorsBy,
): Promise<FlagCertainty[]> {
  const profile = range ?? envelope(figures.filter((_, s) => references[s]));
  const flags = figures.flatMap((own, s) =>
    references[s] || !judged[s] ? [] : auditFlags(own, profile).map((flag) => ({ s, flag })),
  );
  const places = [...figures.keys()].filter((s) => references[s]);
  // Each of the four flags has an equal share of the error: a clean source is seldom called by any.
  const level = 1 - (1 - request.stop.level) / FLAGS.length;
  const held = flags.map(({ s, flag }) => {
    const own = sums.quantity(s, flag);
    const others = range
      ? [constantLike(own, limitOf(flag, range))]
      : places.map((place) => sums.quantity(place, flag));
    return { own, others };
  });
  const resampled = by === 'resamples' && held.length > 0;
  const shares = resampled ? await resampledShares(held, request.settings.seed, task) : [];
  return flags.map(({ s, flag }, i) => {
    const { own, others } = held[i] as Flagged;
    const certain =
      by === 'normal' ? isFlaggedNormally(own, others, sums.units, level) : (shares[i] as number) >= level;
    return {
      source: sums.ids[s] as number,
      flag,
      status: certain ? ('certain' as const) : ('perhaps' as const),
    };
  });
}

/** @throws RunCancelledError */
function resampledShares(flags: readonly Flagged[], seed: number, task: Task): Promise<number[]> {
  return task.follow(flaggedShares(flags, RESAMPLES, seededRandom(seed)), (share) =>
    task.count('flags', Math.round(share * RESAMPLES), RESAMPLES),
  );
}

/** What is certain and what is open of files that were not read to their end. What was settled once stays so. */
function flagsSoFar(
  { ids, quantity, foreign }: QuerySums,
  { stop, sources, range: watched = null }: OrderedSums['request'],
  { drawn, audit, tau }: StoppedOrder,
  { references, range = null, ...gating }: CertaintyRequest,
): FlagCertainty[] {
  const asWatched =
    gating.tau === tau &&
    references.every((isReference, s) => isReference === sources[s]?.reference) &&
    JSON.stringify(range) === JSON.stringify(watched);
  const settled = asWatched ? audit : [];
  const now = auditSoFar({ references, range, drawn, level: stop.level, quantity, foreign });
  return now.flatMap(({ source, mean, standing }) => {
    const known = settled.find((one) => one.source === source && one.mean === mean)?.standing ?? standing;
    if (known === 'absent') return [];
    return [{ source: ids[source] as number, flag: mean, status: known === 'there' ? 'certain' : 'open' }];
  });
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
    if (stopped && !stopped.whole[only]) {
      const drawn = stopped.drawn[only] as number;
      const { high } = scoreSoFar({ sums, pairs, drawn, eci: ratio(tally, drawn) }, Infinity, 1 - level);
      return Number.isFinite(high) ? high : ratio(tally, drawn);
    }
    if (by === 'normal') {
      const { value, deviation } = estimateRatio(tally, units);
      return value + normalHalfWidth(deviation, units, level);
    }
    const intervals = await (resampled ??= resampledIntervals(FLAGS.map(ofOnly), request, units, task));
    const { value, high } = intervals[FLAGS.indexOf(flag)] as Interval;
    // A resample without any spread has no interval: the range is then the point.
    return Number.isFinite(high) ? high : value;
  };
  const ends = new Map<Flag, number>();
  for (const flag of FLAGS) ends.set(flag, await farEnd(flag));
  return profileOf(({ flag, outside }) => {
    const end = ends.get(flag) as number;
    return outside === 'above' ? end : -end;
  });
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
