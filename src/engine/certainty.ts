/**
 * How certain the order of a run's sources is (docs/CERTAINTY.md). Files that were read to their end: a paired bootstrap
 * over units (`scoring/groups.ts`). Others, in a run that stopped early: the confidence sequence, valid at every moment. Both speak of other
 * queries like these; a pair has one or the other.
 */

import { QueryBootstrap } from '../scoring/certainty/bootstrap';
import {
  isSeparated,
  orientDifference,
  pairsWithin,
  rankRanges,
  type Interval,
  type ScoreDifference,
} from '../scoring/certainty/order';
import {
  differenceSoFar,
  isSettled,
  rareUnitsDrawn,
  scoreSoFar,
  type SourceSoFar,
} from '../scoring/certainty/order-sequence';
import { FLAG_QUANTITIES, kindQuantities } from '../scoring/certainty/flags';
import { foreignShares } from '../scoring/unrelated';
import { kindOfUnits } from '../scoring/groups';
import { normalHalfWidth } from '../scoring/certainty/normal';
import {
  estimateDifference,
  estimateRatio,
  planUnits,
  traceQuantity,
  type PairQuantity,
  type RatioEstimate,
  type UnitPlan,
  type UnitSums,
} from '../scoring/certainty/units';
import { flagCertainties, referenceRange, type ErrorsBy } from './flag-certainty';
import { largestWeight } from '../scoring/weightings';
import { lastFor } from './last-for';
import type { Certainty, CertaintyPair, SourceFigures } from './results';
import type { StoppedOrder } from './order-watch';
import type { OrderedSums, QuerySums } from './query-sums';
import { cornerOfRun } from './pair-audit';
import { drawResamples, RESAMPLES, sharedQueries, tallyOf } from './resamples';
import type { FinishedRun } from './finished-run';
import { distinctQueries, type SourceData } from './source-data';
import type { Task } from './task';
import type { CertaintyRequest } from './types';

/** The parts of a finished run that are used here. */
export type OrderedRun = Pick<FinishedRun, 'sources' | 'stopped' | 'cost' | 'request' | 'randomBaseline'>;

/** Files that were read to their end, with the setting and the score of each. */
interface FileSums extends Pick<QuerySums, 'units' | 'traces'> {
  readonly settings: readonly string[];
  readonly scores: readonly number[];
}

/** Intervals of the scores and differences of the pairs. */
interface Order {
  readonly method: Certainty['method'];
  readonly units: { readonly used: number; readonly total: number };
  readonly scores: readonly Interval[];
  readonly pairs: readonly (ScoreDifference &
    Pick<CertaintyPair, 'settled_after' | 'units_needed' | 'whole_files'>)[];
  readonly isSeparated: (index: number) => boolean;
}

/**
 * @param figures of each source at this temperature and weighting
 * @param by how finished files are judged; a run that stopped has its own intervals
 * @throws RunCancelledError
 */
export async function certaintyOf(
  run: OrderedRun,
  request: CertaintyRequest,
  figures: readonly SourceFigures[],
  task: Task,
  by: ErrorsBy = 'resamples',
): Promise<Certainty> {
  const { sources, stopped, cost } = run;
  const records = sources.reduce((sum, { structure }) => sum + structure.queries.length, 0);
  const ordered = { stopped, request: run.request, records, texts: cost.texts };
  return certaintyOfSums(querySumsOf(run, request), ordered, request, figures, task, by);
}

/** {@link certaintyOf} from sums by unit. */
export async function certaintyOfSums(
  sums: QuerySums,
  run: OrderedSums,
  request: CertaintyRequest,
  figures: readonly SourceFigures[],
  task: Task,
  by: ErrorsBy = 'resamples',
): Promise<Certainty> {
  const { stopped, records, texts } = run;
  const scores = figures.map(({ eci }) => eci);
  const ofFiles = (part: FileSums) =>
    by === 'normal' ? normalOrder(part, run.request) : orderOfFinished(part, run.request, task);
  const order = stopped
    ? await orderWhenStopped(sums, run.request, stopped, request, scores, ofFiles)
    : await ofFiles({ ...sums, settings: request.settings, scores });
  const ranks = rankRanges(request.settings, order.pairs, order.isSeparated);
  const id = (place: number) => sums.ids[place] as number;
  const queriesTotal = stopped?.queries.total ?? sums.queries;
  return {
    level: run.request.stop.level,
    method: order.method,
    units: {
      kind: kindOfUnits(run.request.settings.group, order.units.total, queriesTotal),
      count: order.units.total,
    },
    units_used: order.units.used,
    queries_used: stopped?.queries.used ?? sums.queries,
    queries_total: queriesTotal,
    records_used: records,
    records_total: stopped?.records ?? records,
    encodes_used: texts,
    encodes_total: stopped?.texts ?? texts,
    scores: order.scores.map(({ low, high }, s) => ({
      source: id(s),
      low,
      high,
      whole: stopped?.whole[s] ?? true,
      score_rank_from: ranks[s]?.from ?? 1,
      score_rank_to: ranks[s]?.to ?? scores.length,
    })),
    pairs: order.pairs.map((pair, i) => ({
      ...pair,
      a: id(pair.a),
      b: id(pair.b),
      status: order.isSeparated(i) ? 'separated' : 'not separated',
      shared_queries: sums.shared(pair.a, pair.b),
    })),
    flags: await flagCertainties(sums, run, request, figures, task, by),
    reference_range: await referenceRange(sums, run, request, task, by),
  };
}

const querySumsOf = lastFor((run: OrderedRun, gating): QuerySums => {
  const { sources, stopped } = run;
  const known = queriesOf(sources);
  const plan = stopped?.plan ?? known.plan;
  // Of whole files the audit by pairs counts them by itself.
  const corner = stopped && cornerOfRun(run);
  const quantities: Readonly<Record<string, PairQuantity>> = {
    trace: traceQuantity,
    ...FLAG_QUANTITIES,
    ...(corner && kindQuantities(corner)),
  };
  const sums = sources.map((source, s) => tallyOf(source, plan, s, gating, quantities));
  return {
    ids: sources.map(({ id }) => id),
    units: plan.units,
    queries: known.queries,
    traces: sums.map((of) => of['trace'] as UnitSums),
    quantity: (s, mean) => sums[s]?.[mean] as UnitSums,
    foreign: corner && foreignShares(corner),
    shared: known.shared,
  };
});

/** The units of a run's sources: the same at every temperature, so found once. */
interface QueriesOfSources {
  readonly plan: UnitPlan;
  readonly queries: number;
  readonly shared: QuerySums['shared'];
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

function countedOnce(sources: readonly SourceData[]): QuerySums['shared'] {
  const counts = new Map<string, number>();
  return (a, b) => {
    const pair = `${a} ${b}`;
    const count = counts.get(pair) ?? sharedQueries(sources[a] as SourceData, sources[b] as SourceData);
    counts.set(pair, count);
    return count;
  };
}

/** As {@link orderOfFinished} without resamples: normal errors, an equal share of the error for each pair. */
function normalOrder(
  { units, traces, settings, scores }: FileSums,
  { stop: { level } }: OrderedSums['request'],
): Order {
  const places = pairsWithin(settings);
  const interval = (value: number, { deviation }: RatioEstimate, within: number): Interval => {
    const half = normalHalfWidth(deviation, units, within);
    return { value, low: value - half, high: value + half };
  };
  const pairs = places.map(([a, b]) => {
    const [one, other] = [traces[a] as UnitSums, traces[b] as UnitSums];
    const estimate = estimateDifference(one, other, units);
    const value = (scores[a] as number) - (scores[b] as number);
    const difference = orientDifference(a, b, interval(value, estimate, 1 - (1 - level) / places.length));
    return { ...difference, settled_after: null, units_needed: null, whole_files: null };
  });
  return {
    method: 'bootstrap',
    units: { used: units, total: units },
    scores: traces.map((trace, s) => interval(scores[s] as number, estimateRatio(trace, units), level)),
    pairs,
    isSeparated: (i) => isSeparated(pairs[i] as ScoreDifference),
  };
}

/** For finished files: is the order the same on other queries like these? */
async function orderOfFinished(
  { units, traces, settings, scores }: FileSums,
  { stop: { level }, settings: { seed } }: OrderedSums['request'],
  task: Task,
): Promise<Order> {
  const bootstrap = new QueryBootstrap(traces, pairsWithin(settings));
  const resamples = await drawResamples(bootstrap, seed, RESAMPLES, task);
  const differences = bootstrap.differenceIntervals(scores, resamples, level);
  return {
    method: 'bootstrap',
    units: { used: units, total: units },
    scores: bootstrap.scoreIntervals(scores, resamples, level),
    pairs: differences.map((pair) => ({
      ...pair,
      settled_after: null,
      units_needed: null,
      whole_files: null,
    })),
    isSeparated: (i) => isSeparated(differences[i] as ScoreDifference),
  };
}

/**
 * For a run that stopped: intervals that hold at every moment, so also at this one. Files that were read to their end have
 * those of files, alone and among each other.
 */
async function orderWhenStopped(
  sums: QuerySums,
  asked: OrderedSums['request'],
  stopped: StoppedOrder,
  request: CertaintyRequest,
  scores: readonly number[],
  ofFiles: (part: FileSums) => Order | Promise<Order>,
): Promise<Order> {
  const soFar = orderSoFar(sums, asked, stopped, request, scores);
  const whole = [...scores.keys()].filter((s) => stopped.whole[s]);
  if (whole.length === 0) return soFar;
  const only = <T>(list: readonly T[]) => whole.map((s) => list[s] as T);
  const files = await ofFiles({
    units: sums.units,
    traces: only(sums.traces),
    settings: only(request.settings),
    scores: only(scores),
  });
  const ofPlaces = files.pairs.map((pair) => ({
    ...pair,
    a: whole[pair.a] as number,
    b: whole[pair.b] as number,
  }));
  const foundAt = soFar.pairs.map(({ a, b }) =>
    ofPlaces.findIndex((pair) => (pair.a === a && pair.b === b) || (pair.a === b && pair.b === a)),
  );
  return {
    ...soFar,
    scores: soFar.scores.map((score, s) => files.scores[whole.indexOf(s)] ?? score),
    pairs: soFar.pairs.map((pair, i) => ofPlaces[foundAt[i] as number] ?? pair),
    isSeparated: (i) => {
      const found = foundAt[i] as number;
      return found < 0 ? soFar.isSeparated(i) : files.isSeparated(found);
    },
  };
}

function orderSoFar(
  { traces }: QuerySums,
  asked: OrderedSums['request'],
  stopped: StoppedOrder,
  request: CertaintyRequest,
  scores: readonly number[],
): Order {
  const { level } = asked.stop;
  const { drawn, units, settled } = stopped;
  const soFar = traces.map(({ sums, pairs }, s): SourceSoFar => ({
    sums,
    pairs,
    eci: scores[s] as number,
    drawn: drawn[s] as number,
  }));
  const pairs = pairsWithin(request.settings);
  const alpha = (1 - level) / Math.max(1, pairs.length);
  const asWatched =
    request.tau === stopped.tau &&
    request.weighting === stopped.weighting &&
    request.settings.every((setting, s) => setting === asked.sources[s]?.setting);
  const differences = pairs.map((pair, i) => {
    const { unitsNeeded, ...difference } = differenceSoFar(pair, soFar, Infinity, alpha);
    const ofFiles = differenceSoFar(pair, soFar, units, alpha);
    const settledAfter = asWatched ? (settled[i] ?? null) : null;
    return {
      ...difference,
      settled_after: settledAfter,
      units_needed: settledAfter === null ? unitsNeeded : null,
      whole_files: { low: ofFiles.low, high: ofFiles.high },
    };
  });
  return {
    method: 'confidence-sequence',
    units: { used: Math.max(...drawn), total: units },
    scores: soFar.map((source) => scoreSoFar(source, Infinity, 1 - level)),
    pairs: differences,
    // What was certain once stays certain: the interval held at that moment.
    isSeparated: (i) => {
      const difference = differences[i] as (typeof differences)[number];
      if (difference.settled_after !== null) return true;
      return isSettled(difference) && rareUnitsDrawn(difference, soFar, units, alpha, largestWeight(request));
    },
  };
}
