/** How certain the order of a run's sources and the flags of their audit are, for other queries like these (docs/METHOD.md). */

import { FLAGS, type Flag } from '../scoring/audit';
import { differenceEstimate, intervalOf } from '../scoring/certainty/intervals';
import { orderOf } from '../scoring/certainty/score-order';
import { FLAG_QUANTITIES, traceQuantity } from '../scoring/certainty/quantities';
import { planUnits, type UnitPlan, type UnitSums } from '../scoring/certainty/units';
import { kindOfUnits } from '../scoring/groups';
import type { FinishedRun } from './finished-run';
import { lastFor } from './last-for';
import type { StoppedOrder } from './looks';
import type { Certainty, FlagDistance, SourceFigures } from './result';
import { distinctQueries, type SourceData } from './source-data';
import type { CertaintyRequest, RunRequest } from './types';
import { sharedQueries, tallyOf } from './unit-sums';

/** The parts of a finished run that are used here. */
export type OrderedRun = Pick<FinishedRun, 'sources' | 'stopped' | 'looks' | 'cost' | 'request'>;

/** Sums of the sources by unit. Sources by their places. */
interface SourcesByUnit {
  readonly ids: readonly number[];
  readonly units: number;
  /** Distinct queries in them. */
  readonly queries: number;
  /** Sums behind each trace. */
  readonly traces: readonly UnitSums[];
  /** Sums behind the mean that a flag is about, signed as `FLAG_QUANTITIES`. */
  flag(source: number, flag: Flag): UnitSums;
  /** Queries that both sources have. */
  shared(a: number, b: number): number;
}

/** A run as far as its order goes. */
interface SummedRun {
  readonly stopped: StoppedOrder | null;
  readonly looks: number;
  readonly request: Pick<RunRequest, 'settings' | 'stop'>;
  /** Records scored, and texts asked for. */
  readonly records: number;
  readonly texts: number;
}

/** @param figures of each source at this temperature and weighting */
export function certaintyOf(
  run: OrderedRun,
  request: CertaintyRequest,
  figures: readonly SourceFigures[],
): Certainty {
  const { sources, stopped, looks, cost } = run;
  const records = sources.reduce((sum, { structure }) => sum + structure.queries.length, 0);
  const summed = { stopped, looks, request: run.request, records, texts: cost.texts };
  return certaintyOfSums(sumsOf(run, request), summed, request, figures);
}

/** {@link certaintyOf} from sums by unit. */
function certaintyOfSums(
  sums: SourcesByUnit,
  { stopped, looks, request: { settings, stop }, records, texts }: SummedRun,
  request: CertaintyRequest,
  figures: readonly SourceFigures[],
): Certainty {
  const { level } = stop;
  const alpha = (1 - level) / looks;
  const order = orderOf(
    sums.traces.map((trace, s) => ({
      trace,
      setting: request.settings[s] as string,
      score: (figures[s] as SourceFigures).eci,
    })),
    request,
    alpha,
    stopped && stopped.units.used,
  );
  const units = stopped?.units ?? { used: sums.units, total: sums.units };
  const queries = stopped?.queries ?? { used: sums.queries, total: sums.queries };
  const id = (place: number) => sums.ids[place] as number;
  return {
    level,
    looks,
    units: { kind: kindOfUnits(settings.group, units.total, queries.total), count: units.total },
    units_used: units.used,
    queries_used: queries.used,
    queries_total: queries.total,
    records_used: records,
    records_total: stopped?.records ?? records,
    encodes_used: texts,
    encodes_total: stopped?.texts ?? texts,
    scores: order.scores.map(({ interval, estimate }, s) => ({
      source: id(s),
      low: interval?.low ?? null,
      high: interval?.high ?? null,
      effective_units: estimate.effective,
      largest_share: estimate.largestShare,
    })),
    pairs: order.pairs.map(({ a, b, difference, interval, unlike, separated }) => ({
      a: id(a),
      b: id(b),
      difference,
      low: interval?.low ?? null,
      high: interval?.high ?? null,
      status: separated ? 'separated' : 'not separated',
      unlike_units: unlike,
      shared_queries: sums.shared(a, b),
    })),
    flags: flagDistances(sums, request, alpha),
  };
}

/** Each flag has an equal part of the error: a clean source is seldom called by any. */
function flagDistances(
  { ids, flag: sumsOfFlag }: SourcesByUnit,
  { settings, references }: CertaintyRequest,
  alpha: number,
): FlagDistance[] {
  const places = [...ids.keys()];
  // Those of a reference count once a finding takes it out of the range.
  const beside = (s: number) =>
    places.filter((other) => other !== s && references[other] && settings[other] === settings[s]);
  return places.flatMap((s) =>
    beside(s).flatMap((other) =>
      FLAGS.map((flag): FlagDistance => {
        const distance = differenceEstimate(sumsOfFlag(s, flag), sumsOfFlag(other, flag));
        const low = intervalOf(distance, alpha / FLAGS.length)?.low ?? null;
        return { source: ids[s] as number, reference: ids[other] as number, flag, low };
      }),
    ),
  );
}

const sumsOf = lastFor((run: OrderedRun, gating): SourcesByUnit => {
  const { sources, stopped } = run;
  const known = queriesOf(sources);
  const plan = stopped?.plan ?? known.plan;
  const quantities = { trace: traceQuantity, ...FLAG_QUANTITIES };
  const sums = sources.map((source, s) => tallyOf(source, plan, s, gating, quantities));
  const of = (s: number) => sums[s] as Record<keyof typeof quantities, UnitSums>;
  return {
    ids: sources.map(({ id }) => id),
    units: plan.units,
    queries: known.queries,
    traces: sums.map(({ trace }) => trace),
    flag: (s, flag) => of(s)[flag],
    shared: known.shared,
  };
});

/** The units of a run's sources: the same at every temperature, so found once. */
interface QueriesOfSources {
  readonly plan: UnitPlan;
  readonly queries: number;
  readonly shared: SourcesByUnit['shared'];
}

const QUERIES = new WeakMap<readonly SourceData[], QueriesOfSources>();

function queriesOf(sources: readonly SourceData[]): QueriesOfSources {
  const known = QUERIES.get(sources) ?? {
    plan: planUnits(sources.map(({ units }) => units)),
    queries: distinctQueries(sources),
    shared: countedOnce(sources),
  };
  QUERIES.set(sources, known);
  return known;
}

function countedOnce(sources: readonly SourceData[]): SourcesByUnit['shared'] {
  const counts = new Map<string, number>();
  return (a, b) => {
    const pair = `${a} ${b}`;
    const count = counts.get(pair) ?? sharedQueries(sources[a] as SourceData, sources[b] as SourceData);
    counts.set(pair, count);
    return count;
  };
}
