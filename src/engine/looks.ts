/** The looks of a run that may stop early: what is known of the order so far, and whether the run may end here. */

import type { Flag } from '../scoring/audit';
import { effectiveUnits, FEWEST_UNITS, looksOf } from '../scoring/certainty/intervals';
import { orderOf, type Order } from '../scoring/certainty/score-order';
import { FLAG_QUANTITIES, traceQuantity } from '../scoring/certainty/quantities';
import { meanOf, planUnits, UnitTallies, type UnitPlan } from '../scoring/certainty/units';
import type { FileFindings } from '../scoring/file-findings';
import { fillGates, ungatedPairs, type GatedPairs } from '../scoring/gated-pairs';
import { kindOfUnits } from '../scoring/groups';
import { firstWithSamePairs, overlapOf } from '../scoring/overlap';
import { gateMeans } from '../scoring/pair-gates';
import { pairRange, type PairColumns } from '../scoring/pairs';
import { standingsOf, type JudgedSource, type Standing } from '../scoring/stops';
import { countTexts, type RecordPlace } from './blocks';
import type { PairAudit, PairCounts } from './result';
import { distinctQueries, type SourceData } from './source-data';
import type { RunningOrder, RunRequest } from './types';

/** Of the whole files, and what of it was read. */
interface Read {
  readonly used: number;
  readonly total: number;
}

/** What is known when a run stops early. */
export interface StoppedOrder {
  readonly units: Read;
  /** Distinct queries. */
  readonly queries: Read;
  /** By source: the unit of each scored record, among the units of the whole files. */
  readonly plan: UnitPlan;
  /** Records and distinct texts of the whole files. */
  readonly records: number;
  readonly texts: number;
  /** True where the user asked for the stop. */
  readonly byUser: boolean;
}

/** The units at which a run looks. */
export function looksOfRun(sources: readonly SourceData[], request: Pick<RunRequest, 'stop'>): number[] {
  return looksAmong(planOf(sources).units, request);
}

function looksAmong(units: number, { stop }: Pick<RunRequest, 'stop'>): number[] {
  return looksOf(units, stop.rule !== 'all');
}

function planOf(sources: readonly SourceData[]): UnitPlan {
  return planUnits(sources.map(({ turns }) => turns));
}

export class Looks {
  private readonly plan: UnitPlan;
  private readonly looks: readonly number[];
  private readonly queries: number;
  /** Of each source: gates of the records that were scored. */
  private readonly gated: readonly GatedPairs<PairColumns>[];
  /** Of each source: the sums behind its trace and behind its audit statistics. */
  private readonly tallies: readonly UnitTallies<'trace' | Flag>[];
  /** Units read, the last of them perhaps in part. */
  private units = 0;
  /** By block: units that are complete after it. */
  private readonly completeAfter: Int32Array;
  /** Of each source: the place of the first one with the same pairs; null before the first look, which asks for it. */
  private firstSame: readonly number[] | null = null;

  /** @param files what is wrong with each whole file */
  constructor(
    private readonly sources: readonly SourceData[],
    blocks: readonly (readonly RecordPlace[])[],
    private readonly request: Pick<RunRequest, 'sources' | 'settings' | 'stop'>,
    private readonly files: readonly FileFindings[],
  ) {
    const plan = planOf(sources);
    this.plan = plan;
    this.looks = looksAmong(plan.units, request);
    this.queries = distinctQueries(sources);
    this.gated = sources.map(({ columns }) => ungatedPairs(columns, request.settings));
    const quantities = { trace: traceQuantity, ...FLAG_QUANTITIES };
    this.tallies = this.gated.map(
      (pairs, s) => new UnitTallies(plan.units, pairs, plan.of[s] as Int32Array, quantities),
    );
    this.completeAfter = Int32Array.from(blocks, (_, index) => {
      const next = blocks[index + 1]?.[0];
      return next ? this.unitOf(next) : plan.units;
    });
  }

  /** How often the run is to look at most, its end included. */
  get count(): number {
    return this.looks.length;
  }

  private get same(): readonly number[] {
    return (this.firstSame ??= firstWithSamePairs(overlapOf(this.sources.map(({ structure }) => structure))));
  }

  private unitOf({ source, record }: RecordPlace): number {
    return (this.plan.of[source] as Int32Array)[record] as number;
  }

  /** Adds records of a source that were scored. */
  add(source: number, records: readonly number[]): void {
    const pairs = this.gated[source] as GatedPairs<PairColumns>;
    for (const record of records) {
      const { start, end } = pairRange(pairs.columns.offsets, record);
      fillGates(pairs, start, end);
      this.units = Math.max(this.units, this.unitOf({ source, record }) + 1);
    }
    this.tallies[source]?.add(records);
  }

  /** Whether the run looks after a block, and more is left. */
  isDue(block: number): boolean {
    const complete = this.completeAfter[block] as number;
    const isNew = complete !== this.completeAfter[block - 1];
    return isNew && complete < this.plan.units && this.looks.includes(complete);
  }

  /** True where every source has a score. */
  get hasScores(): boolean {
    return this.tallies.every(({ by }) => meanOf(by.trace) >= 0);
  }

  /**
   * Whether the run may end at this look: what bars a source is settled for each of them, two sources of a setting are left,
   * and the order of all that are left. Sources with the same pairs are one.
   * @param scores ECI of each source so far
   * @param audit of the records scored so far, its error divided by the looks
   */
  isSettled(scores: readonly number[], audit: PairAudit): boolean {
    const standings = this.standings(audit);
    const isLeft = (place: number) => standings[place]?.stopped === false;
    const races = this.orderOf(scores).pairs.filter(
      ({ a, b }) => isLeft(a) && isLeft(b) && this.same[a] !== this.same[b],
    );
    return (
      races.length > 0 &&
      races.every(({ separated }) => separated) &&
      standings.every(({ settled }) => settled)
    );
  }

  /** Of each source. */
  private standings({ random_share: random, sources: counts, shares }: PairAudit): readonly Standing[] {
    const { sources: asked } = this.request;
    const judged = asked.map(({ id, reference, misread }, s): JudgedSource => {
      const { trace } = (this.tallies[s] as UnitTallies<'trace'>).by;
      return {
        ...(counts[s] as PairCounts),
        id,
        reference,
        misread,
        small: effectiveUnits(trace) < FEWEST_UNITS || meanOf(trace) === 0,
        file: this.files[s] as FileFindings,
        same: this.same[s] ?? s,
      };
    });
    const shareOf = (source: number, beside: number) =>
      shares.find((share) => share.source === source && share.beside === beside)?.random ?? null;
    const settings = [...new Set(asked.map(({ setting }) => setting))].map((setting) =>
      standingsOf(
        judged.filter((_, s) => asked[s]?.setting === setting),
        random,
        shareOf,
      ),
    );
    return asked.flatMap(({ id }) => settings.find((of) => of.has(id))?.get(id) ?? []);
  }

  private orderOf(scores: readonly number[]): Order {
    const { settings, stop, sources: asked } = this.request;
    const ordered = this.tallies.map(({ by: { trace } }, s) => ({
      trace,
      setting: asked[s]?.setting ?? '',
      score: scores[s] as number,
    }));
    const drawn = this.units < this.plan.units ? this.units : null;
    return orderOf(ordered, settings, (1 - stop.level) / this.count, drawn);
  }

  /** The order as known now. @param scores ECI of each source so far */
  order(scores: readonly number[]): RunningOrder {
    const { units } = this.plan;
    const order = this.orderOf(scores);
    const id = (place: number) => (this.sources[place] as SourceData).id;
    return {
      gates: this.tallies.map(({ by }, s) => ({
        source: id(s),
        ...gateMeans((flag) => meanOf(by[flag])),
        inversion_rate: 0 - meanOf(by.inversion),
      })),
      units: { kind: kindOfUnits(this.request.settings.group, units, this.queries), count: units },
      units_used: this.units,
      scores: order.scores.flatMap(({ interval }, s) => (interval ? [{ source: id(s), ...interval }] : [])),
      pairs: order.pairs.map(({ a, b, difference, interval, separated }) => ({
        a: id(a),
        b: id(b),
        difference,
        low: interval?.low ?? null,
        high: interval?.high ?? null,
        status: separated ? ('separated' as const) : ('not separated' as const),
      })),
    };
  }

  /**
   * What is known if the run ends here.
   * @param records by source: places of the scored records
   * @param byUser whether the user asked for the stop
   */
  stopped(records: readonly Int32Array[], byUser: boolean): StoppedOrder {
    const { plan, sources } = this;
    const queries = sources.flatMap(({ structure }, s) =>
      Array.from(records[s] ?? [], (record) => structure.queries[record]),
    );
    return {
      units: { used: this.units, total: plan.units },
      queries: { used: new Set(queries).size, total: this.queries },
      plan: {
        units: plan.units,
        of: plan.of.map((units, s) => (records[s] as Int32Array).map((record) => units[record] as number)),
      },
      records: sources.reduce((sum, { structure }) => sum + structure.queries.length, 0),
      texts: countTexts(sources),
      byUser,
    };
  }
}
