/** How certain the order of a run's sources and the flags of their audit are, for other queries like these (docs/METHOD.md). */

import { FLAGS } from '../scoring/audit';
import { differenceEstimate, intervalOf } from '../scoring/certainty/intervals';
import { orderOf } from '../scoring/certainty/score-order';
import { FLAG_QUANTITIES } from '../scoring/certainty/quantities';
import { planUnits, type UnitPlan, type UnitSums } from '../scoring/certainty/units';
import { kindOfUnits } from '../scoring/groups';
import type { FinishedRun } from './finished-run';
import type { StoppedOrder } from './looks';
import type { Certainty, FlagDistance } from './result';
import { distinctQueries, type SourceData } from './source-data';
import type { CertaintyRequest } from './types';
import { sharedQueries, talliesOf } from './unit-sums';

/** A finished run, or the records of one so far. */
export type OrderedRun = Pick<FinishedRun, 'sources' | 'stopped' | 'looks' | 'request'> & {
  readonly cost: Pick<FinishedRun['cost'], 'texts'>;
};

/** @param scores ECI of each source at this temperature and weighting */
export function certaintyOf(
  { sources, stopped, looks, cost, request: { settings, stop } }: OrderedRun,
  request: CertaintyRequest,
  scores: readonly number[],
): Certainty {
  const { plan, units, queries } = stopped ?? unitsOf(sources);
  const alpha = (1 - stop.level) / looks;
  const ordered = talliesOf(sources, plan, request).map((trace, s) => {
    return { trace, setting: request.settings[s] as string, score: scores[s] as number };
  });
  const order = orderOf(ordered, request, alpha, stopped && stopped.units.used);
  const records = sources.reduce((sum, { structure }) => sum + structure.queries.length, 0);
  const key = (place: number) => String(sources[place]?.id);
  return {
    level: stop.level,
    looks,
    units: { kind: kindOfUnits(settings.group, units.total, queries.total), count: units.total },
    units_used: units.used,
    queries_used: queries.used,
    queries_total: queries.total,
    records_used: records,
    records_total: stopped?.records ?? records,
    encodes_used: cost.texts,
    encodes_total: stopped?.texts ?? cost.texts,
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
    flags: flagDistances(sources, plan, request, alpha),
  };
}

/** Each flag has an equal part of the error: a clean source is seldom called by any. */
function flagDistances(
  sources: readonly SourceData[],
  plan: UnitPlan,
  request: CertaintyRequest,
  alpha: number,
): FlagDistance[] {
  const { settings, references } = request;
  const of = FLAGS.map((flag) => talliesOf(sources, plan, request, FLAG_QUANTITIES[flag]));
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

type Units = Pick<StoppedOrder, 'plan' | 'units' | 'queries'>;

const UNITS = new WeakMap<readonly SourceData[], Units>();

/** The units of a run that read all: the same at every temperature, so found once. */
function unitsOf(sources: readonly SourceData[]): Units {
  const known = UNITS.get(sources);
  if (known) return known;
  const plan = planUnits(sources.map(({ units }) => units));
  const all = (total: number) => ({ used: total, total });
  const found = { plan, units: all(plan.units), queries: all(distinctQueries(sources)) };
  UNITS.set(sources, found);
  return found;
}
