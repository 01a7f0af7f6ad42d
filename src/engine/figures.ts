/** The figures of a run's sources, and how certain their order and the flags of their audit are, for other queries like these (docs/METHOD.md). */

import { auditStatisticsOf, FLAGS } from '../scoring/audit';
import { differenceEstimate, intervalOf } from '../scoring/certainty/intervals';
import {
  minusInverted,
  type PairQuantity,
  planUnits,
  sumsByUnit,
  traceQuantity,
  type UnitSums,
} from '../scoring/certainty/units';
import { orderOf } from '../scoring/certainty/score-order';
import { kindOfUnits } from '../scoring/groups';
import { scorePerDimension } from '../scoring/logdet';
import type { PairColumns } from '../scoring/pairs';
import { FIRST_PAIRS, gatedSource, pairRows } from '../scoring/statistics';
import type { Gating } from '../scoring/weightings';
import type { FinishedRun } from './finished-run';
import type { Certainty, FlagDistance, RandomBaseline, SourceFigures, SourceResult } from './result';
import { idsIn, recordsIn, remembered, vectorsOf, type SourceData } from './source-data';
import type { SummedMatrices } from './summed-matrices';
import type { CertaintyRequest, PartFigures, RunRequest, ShownFigures } from './types';

/** A finished run, or a part of one. */
export type FiguredRun = Pick<FinishedRun, 'sources' | 'matrices' | 'stopped' | 'looks' | 'request'>;

export function judgedAsAsked({ settings, sources }: RunRequest): CertaintyRequest {
  return {
    ...settings,
    settings: sources.map(({ setting }) => setting),
    references: sources.map(({ reference }) => reference),
  };
}

export function sourceFigures(run: FiguredRun, request: CertaintyRequest) {
  const sources = sourcesUnder(run, request);
  return { sources, certainty: certaintyOf(run, request, sources) };
}

/** Of the sources that have a pair. */
function sourcesUnder({ sources, matrices }: Pick<FiguredRun, 'sources' | 'matrices'>, gating: Gating) {
  return sources.flatMap((source, s) =>
    source.columns.margin.length === 0 ? [] : figuresOf(source, matrices[s] as SummedMatrices, gating),
  );
}

/** Everything that follows temperature, weighting and references. */
export function shownFigures(
  run: FiguredRun & Pick<FinishedRun, 'random'>,
  request: CertaintyRequest,
): ShownFigures {
  const [random] = run.random ? sourcesUnder(run.random, request) : [];
  return { ...sourceFigures(run, request), yardstick: random ? baselineFigures(random) : null };
}

function baselineFigures({ figures }: SourceResult): RandomBaseline {
  const { records, negatives, eci, trace, lambda_max, ...means } = figures;
  return { records, negatives, eci, trace, lambda_max, ...auditStatisticsOf(means) };
}

/** As the run was asked for, of the sources that have a pair; without an order until all have one. */
export function figuresSoFar(run: FiguredRun): PartFigures {
  const judged = judgedAsAsked(run.request);
  const sources = sourcesUnder(run, judged);
  const certainty = sources.length < run.sources.length ? null : certaintyOf(run, judged, sources);
  return { sources, certainty };
}

/** Where the source is not summed under this temperature and weighting, ECI is estimated. */
function figuresOf(source: SourceData, matrices: SummedMatrices, gating: Gating): SourceResult {
  const { id, name, structure, units, columns } = source;
  const { pairs, statistics, histograms } = gatedSourceOf(columns, gating);
  // TypeScript refuses a statistic that the result does not name: a report with an unknown key cannot be opened.
  const named: Pick<SourceFigures, keyof typeof statistics> = statistics;
  const weightings = matrices.at(gating.tau);
  const summed = matrices.latest(gating.weighting);
  const { dimension } = vectorsOf(source);
  // ECI is the trace less a small gap (paper, Section "Linear Regime"), taken to be the same part of it as when it was summed
  // last. A weighting that was never summed has no gap yet; that of another one may be far off.
  const { eci, trace, lambda_max } = weightings[gating.weighting] ?? {
    trace: statistics.trace,
    eci: summed && summed.trace > 0 ? (statistics.trace * summed.eci) / summed.trace : statistics.trace,
    lambda_max: summed?.lambda_max ?? statistics.trace,
  };
  const figures = {
    ...named,
    queries: idsIn(structure.queries).size,
    units: idsIn(units).size,
    dimension,
    trace,
    eci,
    eci_per_dim: scorePerDimension(eci, dimension),
    lambda_max,
    weightings,
    first_pairs: pairRows(pairs, FIRST_PAIRS),
  };
  return { id, name, figures, histograms };
}

const LAST = new WeakMap<PairColumns, ReturnType<typeof gatedSource>>();

/** Of the temperature and weighting asked for last it is remembered: a preview and then the settled figures ask for the same. */
function gatedSourceOf(columns: PairColumns, { tau, weighting }: Gating) {
  const last = LAST.get(columns);
  if (last?.pairs.tau === tau && last.pairs.weighting === weighting) return last;
  // Nobody reads what was before any more: its memory is used again.
  const gated = gatedSource(columns, { tau, weighting }, last);
  LAST.set(columns, gated);
  return gated;
}

const planOf = remembered((sources: readonly SourceData[]) => planUnits(sources.map(({ units }) => units)));

/** By source: the sums of a number of each pair, by sampling unit. */
function unitSums(
  sources: readonly SourceData[],
  valuesOf: (columns: PairColumns) => ArrayLike<number>,
): UnitSums[] {
  const plan = planOf(sources);
  return sources.map(({ columns }, s) =>
    sumsByUnit(plan.units, columns.offsets, plan.of[s] as Int32Array, valuesOf(columns)),
  );
}

/** By source: the sums of a quantity by sampling unit; of the one behind its trace where none is named. */
export function talliesOf(
  sources: readonly SourceData[],
  gating: Gating,
  quantity: PairQuantity = traceQuantity,
): UnitSums[] {
  return unitSums(sources, (columns) => quantity(gatedSourceOf(columns, gating).pairs));
}

/** They follow neither temperature nor weighting. */
const inversionsOf = remembered((sources: readonly SourceData[]) => unitSums(sources, minusInverted));

/** Queries that both sources have: their differences are paired on these. */
export function sharedQueries(a: SourceData, b: SourceData): number {
  const other = idsIn(b.structure.queries);
  let shared = 0;
  for (const query of idsIn(a.structure.queries)) shared += Number(other.has(query));
  return shared;
}

const queriesIn = remembered(
  (sources: readonly SourceData[]) =>
    new Set(sources.flatMap(({ structure }) => [...idsIn(structure.queries)])).size,
);

function certaintyOf(
  { sources, stopped, looks, request: { settings, stop } }: FiguredRun,
  request: CertaintyRequest,
  shown: readonly SourceResult[],
): Certainty {
  const whole = stopped?.whole ?? sources;
  const units = planOf(sources).units;
  const count = planOf(whole).units;
  const alpha = (1 - stop.level) / looks;
  const ordered = talliesOf(sources, request).map((trace, s) => {
    return { trace, setting: request.settings[s] as string, score: shown[s]?.figures.eci ?? NaN };
  });
  const order = orderOf(ordered, request, alpha, stopped && units);
  const key = (place: number) => String(sources[place]?.id);
  return {
    level: stop.level,
    looks,
    units: { kind: kindOfUnits(settings.group, count, queriesIn(whole)), count },
    units_used: units,
    queries_used: queriesIn(sources),
    queries_total: queriesIn(whole),
    records_used: recordsIn(sources),
    records_total: recordsIn(whole),
    scores: Object.fromEntries(
      order.scores.map(({ interval, estimate: { effective, largestShare } }, s) => {
        const { low = null, high = null } = interval ?? {};
        return [key(s), { low, high, effective_units: effective, largest_share: largestShare }];
      }),
    ),
    pairs: order.pairs.map(({ a, b, difference, interval, unlike, separated }) => ({
      a: key(a),
      b: key(b),
      difference,
      low: interval?.low ?? null,
      high: interval?.high ?? null,
      status: separated ? 'separated' : 'not separated',
      unlike_units: unlike,
      shared_queries: sharedQueries(sources[a] as SourceData, sources[b] as SourceData),
    })),
    flags: flagDistances(sources, request, alpha),
  };
}

/** Each flag has an equal part of the error: a clean source is seldom called by any. */
function flagDistances(sources: readonly SourceData[], request: CertaintyRequest, alpha: number) {
  const { settings, references } = request;
  const of = FLAGS.map((flag) =>
    flag === 'inversion' ? inversionsOf(sources) : talliesOf(sources, request, (pairs) => pairs[flag]),
  );
  return sources.flatMap(({ id }, s) =>
    sources.flatMap((reference, other) => {
      // Those of a reference count once a finding takes it out of the range.
      if (other === s || !references[other] || settings[other] !== settings[s]) return [];
      return FLAGS.map((flag, f): FlagDistance => {
        const [own, beside] = [of[f]?.[s], of[f]?.[other]] as [UnitSums, UnitSums];
        const low = intervalOf(differenceEstimate(own, beside), alpha / FLAGS.length)?.low ?? null;
        return { source: String(id), reference: String(reference.id), flag, low };
      });
    }),
  );
}
