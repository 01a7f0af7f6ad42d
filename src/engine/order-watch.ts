/** Watches the order of the sources and their audit during a run, and says when both are certain. */

import {
  differenceSoFar,
  OrderSequence,
  scoreSoFar,
  type SourceSoFar,
} from '../scoring/certainty/order-sequence';
import { pairsWithin } from '../scoring/certainty/order';
import { isAudited, type Flag } from '../scoring/audit';
import { FEWEST_UNITS } from '../scoring/certainty/confidence-sequence';
import { FLAG_QUANTITIES, kindQuantities } from '../scoring/certainty/flags';
import {
  planUnits,
  ratio,
  traceQuantity,
  UnitTallies,
  type UnitPlan,
  type UnitSums,
} from '../scoring/certainty/units';
import { isMany, type FileFindings } from '../scoring/file-findings';
import { kindOfUnits } from '../scoring/groups';
import { fillGates, ungatedPairs, type GatedPairs } from '../scoring/gated-pairs';
import { gateMeans } from '../scoring/pair-gates';
import { pairRange, type PairColumns } from '../scoring/pairs';
import { isPairKind } from '../scoring/share-audit';
import { foreignShares, type Corner } from '../scoring/unrelated';
import { largestWeight, type WeightingId } from '../scoring/weightings';
import { auditSoFar, type AuditedSoFar } from './audit-so-far';
import type { FlagCertainty, RunSettings } from './results';
import { distinctQueries, type SourceData } from './source-data';
import type { RunningGates, RunningOrder, RunRequest } from './types';
import { countTexts, type RecordPlace } from './blocks';

/** What is known of the order when a run stops early. */
export interface StoppedOrder {
  /** Temperature and weighting of the run. */
  readonly tau: number;
  readonly weighting: WeightingId;
  /** Units of the whole files. */
  readonly units: number;
  /** Distinct queries of the units drawn, and of the whole files. */
  readonly queries: { readonly used: number; readonly total: number };
  /** By source: units drawn until its place was settled, or until the stop. */
  readonly drawn: readonly number[];
  /** By source: whether all of its records were scored. */
  readonly whole: readonly boolean[];
  /** What the audit had settled. */
  readonly audit: readonly AuditedSoFar[];
  /** By pair of {@link pairsWithin}: units drawn when it was settled; null where it is open. */
  readonly settled: readonly (number | null)[];
  /** By source: the unit of each scored record. */
  readonly plan: UnitPlan;
  /** Records and distinct texts of the whole run. */
  readonly records: number;
  readonly texts: number;
  /** True where the user asked for the stop. */
  readonly byUser: boolean;
}

/** What the watch asks of a run. */
export interface WatchedRun {
  /** Of each source. Only sources of one setting are compared. */
  readonly asked: readonly Pick<RunRequest['sources'][number], 'setting' | 'reference' | 'margin'>[];
  readonly range: RunRequest['range'];
  /** What is wrong with the whole files; a source that it bars from a rank is not watched for one. */
  readonly files: readonly FileFindings[];
  readonly gating: Pick<RunSettings, 'tau' | 'weighting' | 'group'>;
  /** Probability with which all orders called are right, and all that the audit calls. */
  readonly level: number;
}

export class OrderWatch {
  private readonly plan: UnitPlan;
  private readonly queries: number;
  private readonly pairs: readonly (readonly [number, number])[];
  private readonly sequence: OrderSequence;
  /** Of each source: gates of the records that were scored. */
  private readonly gated: readonly GatedPairs<PairColumns>[];
  /** Of each source: the sums behind its trace, and by flag those behind its audit statistic. */
  private readonly tallies: readonly UnitTallies<'trace' | Flag>[];
  private readonly drawn: number[];
  /** By block: units that are complete after it. */
  private readonly completeAfter: Int32Array;
  /** By source: its records that were scored. */
  private readonly scored: readonly number[][];
  /** What the audit has settled: it holds at every moment, so also from then on. */
  private readonly settledAudit = new Map<string, AuditedSoFar>();
  /** Sources with a flag that was open at the last look; all before the first one. */
  private openAudit: ReadonlySet<number>;

  constructor(
    private readonly sources: readonly SourceData[],
    blocks: readonly (readonly RecordPlace[])[],
    private readonly run: WatchedRun,
  ) {
    const plan = planUnits(sources.map(({ turns }) => turns));
    this.plan = plan;
    this.queries = distinctQueries(sources);
    this.pairs = pairsWithin(run.asked.map(({ setting }) => setting));
    this.sequence = new OrderSequence(this.pairs, plan.units, run.level, largestWeight(run.gating));
    this.gated = sources.map(({ columns }) => ungatedPairs(columns, run.gating));
    const quantities = { trace: traceQuantity, ...FLAG_QUANTITIES };
    this.tallies = this.gated.map(
      (pairs, s) => new UnitTallies(plan.units, pairs, plan.of[s] as Int32Array, quantities),
    );
    this.drawn = sources.map(() => 0);
    this.scored = sources.map(() => []);
    this.openAudit = new Set(sources.keys());
    this.completeAfter = Int32Array.from(blocks, (_, index) => {
      const next = blocks[index + 1]?.[0];
      return next ? ((plan.of[next.source] as Int32Array)[next.record] as number) : plan.units;
    });
  }

  /** Adds records of a source that were scored. */
  add(source: number, records: readonly number[]): void {
    const pairs = this.gated[source] as GatedPairs<PairColumns>;
    for (const record of records) {
      const { start, end } = pairRange(pairs.columns.offsets, record);
      fillGates(pairs, start, end);
    }
    this.tallies[source]?.add(records);
    this.scored[source]?.push(...records);
  }

  /** The audit statistics of each source so far. */
  private gatesSoFar(): RunningGates[] {
    return this.tallies.map(({ by }, s) => {
      const mean = (flag: Flag) => ratio(by[flag], this.drawn[s] as number);
      const { id } = this.sources[s] as SourceData;
      return {
        source: id,
        ...gateMeans(mean),
        inversion_rate: 0 - mean('inversion'),
      };
    });
  }

  /** Flags so far: certain ones and open ones. The shares of pairs are looked at by {@link audit} alone. */
  private flagsSoFar(): FlagCertainty[] {
    return this.auditNow(null).flatMap(({ source, mean, standing }) => {
      const { id } = this.sources[source] as SourceData;
      if (standing === 'absent') return [];
      return [
        { source: id, flag: mean, status: standing === 'there' ? ('certain' as const) : ('open' as const) },
      ];
    });
  }

  /**
   * Looks at the audit of each source. Call it after {@link look}, where the run may end once all is certain.
   * @param corner where pairs of random passages lie, by what was scored; asked for only while something is open
   */
  async audit(corner: () => Promise<Corner | null>): Promise<void> {
    if (this.openAudit.size === 0 || Math.max(...this.drawn) < FEWEST_UNITS) return;
    const { asked, range = null } = this.run;
    const isAsked = range !== null || isAudited(asked.map(({ reference }) => reference));
    const standings = this.auditNow(isAsked ? await corner() : null);
    for (const one of standings) if (one.standing !== 'open') this.settledAudit.set(keyOf(one), one);
    this.openAudit = new Set(
      standings.flatMap(({ source, standing }) =>
        standing === 'open' && !this.isOutside(source) ? [source] : [],
      ),
    );
  }

  /** @param corner null: the shares of pairs are left out */
  private auditNow(corner: Corner | null): AuditedSoFar[] {
    const { asked, range = null, level } = this.run;
    const kinds = corner && this.kindSums(corner);
    const found = auditSoFar({
      references: asked.map(({ reference }) => reference),
      range,
      drawn: this.drawn,
      level,
      foreign: corner && foreignShares(corner),
      quantity: (s, mean) =>
        isPairKind(mean)
          ? (kinds?.[s]?.[mean] as UnitSums)
          : (this.tallies[s] as (typeof this.tallies)[number]).by[mean],
    });
    return found.flatMap((one) => {
      if (one.mean === 'inversion' && this.tookAll(one.source)) return [];
      return [this.settledAudit.get(keyOf(one)) ?? one];
    });
  }

  /** Sums of the kinds of pairs by unit: the corner moves with what was scored, so they are made anew. */
  private kindSums(corner: Corner) {
    const { plan, scored } = this;
    return this.gated.map((pairs, s) => {
      const tallies = new UnitTallies(plan.units, pairs, plan.of[s] as Int32Array, kindQuantities(corner));
      tallies.add(scored[s] as number[]);
      return tallies.by;
    });
  }

  /** Whether a margin under the judging encoder left no inverted pair: then that is no flag. */
  private tookAll(source: number): boolean {
    const { sums } = (this.tallies[source] as (typeof this.tallies)[number]).by.inversion;
    return this.run.asked[source]?.margin === true && sums.every((inverted) => inverted === 0);
  }

  /** Barred by its file, or by a flag that is certainly there. */
  private isOutside(source: number): boolean {
    const { copies, boilerplate, pairs } = this.run.files[source] as FileFindings;
    if (isMany(Math.max(copies, boilerplate), pairs)) return true;
    return [...this.settledAudit.values()].some((one) => one.source === source && one.standing === 'there');
  }

  /**
   * Updates the order after a block.
   * @param skipped sources that the block left out
   * @param scores gives the ECI of each source so far; called only where a pair could be settled
   */
  async look(
    block: number,
    skipped: ReadonlySet<number>,
    scores: () => Promise<readonly number[]>,
  ): Promise<void> {
    const complete = this.completeAfter[block] as number;
    this.drawn.forEach((_, s) => {
      if (!skipped.has(s)) this.drawn[s] = complete;
    });
    const traces = this.tracesSoFar();
    if (traces.some(Number.isNaN) || !this.sequence.mightSettle(this.soFar(traces))) return;
    this.sequence.update(this.soFar(await scores()));
  }

  /**
   * Sources that need not be drawn any more: those outside the ranking, and those whose audit and order against all
   * others inside are settled. A reference is drawn as long as any audit is open.
   */
  get placed(): ReadonlySet<number> {
    return new Set([...this.sources.keys()].filter((s) => this.pairs.length > 0 && this.isPlaced(s)));
  }

  private isPlaced(source: number): boolean {
    if (Number.isNaN(this.tracesSoFar()[source])) return false;
    if (this.run.asked[source]?.reference && this.openAudit.size > 0) return false;
    // One that is outside from the start still gets a score with an interval.
    if (this.isOutside(source)) return (this.drawn[source] as number) >= FEWEST_UNITS;
    return !this.openAudit.has(source) && this.racesOf(source).every((settled) => settled);
  }

  /** Of each other source of its setting that is not outside: whether the order against it is settled. */
  private racesOf(source: number): boolean[] {
    return this.pairs.flatMap((pair, i) => {
      if (!pair.includes(source) || pair.some((s) => this.isOutside(s))) return [];
      return [this.sequence.settled[i] !== null];
    });
  }

  /** True where every source has a score. */
  get hasScores(): boolean {
    return !this.tracesSoFar().some(Number.isNaN);
  }

  /** True where the audit of every source is settled, and the order of those that are not outside. */
  get isCertain(): boolean {
    return this.hasScores && this.isAudited && this.isOrdered;
  }

  get isAudited(): boolean {
    return this.openAudit.size === 0;
  }

  get isOrdered(): boolean {
    if (this.pairs.length === 0) return false;
    return [...this.sources.keys()].every((s) => this.racesOf(s).every((settled) => settled));
  }

  /** The order as known now. @param scores ECI of each source so far */
  order(scores: readonly number[]): RunningOrder {
    const soFar = this.soFar(scores);
    const { units } = this.plan;
    const alpha = (1 - this.run.level) / Math.max(1, this.pairs.length);
    const { settled } = this.sequence;
    const gates = this.gatesSoFar();
    return {
      gates: gates.filter(isKnown),
      flags: gates.every(isKnown) ? this.flagsSoFar() : [],
      drawn: Math.max(...this.drawn),
      units,
      kind: kindOfUnits(this.run.gating.group, units, this.queries),
      scores: soFar.map((source, s) => {
        const { low, high } = scoreSoFar(source, Infinity, 1 - this.run.level);
        return { source: (this.sources[s] as SourceData).id, low, high };
      }),
      pairs: this.pairs.map((pair, i) => {
        const { a, b, difference, low, high, unitsNeeded } = differenceSoFar(pair, soFar, Infinity, alpha);
        const id = (place: number) => (this.sources[place] as SourceData).id;
        const known = { a: id(a), b: id(b), difference, low, high, units_needed: unitsNeeded };
        return { ...known, settled_after: settled[i] ?? null };
      }),
    };
  }

  /**
   * What is known of the order if the run ends here.
   * @param records by source: places of the scored records
   * @param byUser whether the user asked for the stop
   */
  stopped(records: readonly Int32Array[], byUser: boolean): StoppedOrder {
    const { plan, sources } = this;
    const { tau, weighting } = this.run.gating;
    return {
      tau,
      weighting,
      units: plan.units,
      queries: { used: this.queriesDrawn(), total: this.queries },
      drawn: [...this.drawn],
      whole: sources.map(({ structure }, s) => records[s]?.length === structure.queries.length),
      audit: [...this.settledAudit.values()],
      settled: [...this.sequence.settled],
      plan: {
        units: plan.units,
        of: plan.of.map((units, s) => (records[s] as Int32Array).map((record) => units[record] as number)),
      },
      records: sources.reduce((sum, { structure }) => sum + structure.queries.length, 0),
      texts: countTexts(sources),
      byUser,
    };
  }

  private queriesDrawn(): number {
    const drawn = Math.max(...this.drawn);
    const found = new Set<number>();
    this.sources.forEach(({ structure }, s) => {
      const of = this.plan.of[s] as Int32Array;
      structure.queries.forEach((query, record) => {
        if ((of[record] as number) < drawn) found.add(query);
      });
    });
    return found.size;
  }

  /** By source: its trace over the units drawn; NaN before its first pair. */
  tracesSoFar(): number[] {
    return this.tallies.map(({ by }, s) => ratio(by.trace, this.drawn[s] as number));
  }

  private soFar(scores: readonly number[]): SourceSoFar[] {
    return this.tallies.map(({ by }, s) => ({
      ...by.trace,
      eci: scores[s] as number,
      drawn: this.drawn[s] as number,
    }));
  }
}

function keyOf({ source, mean }: AuditedSoFar): string {
  return `${source} ${mean}`;
}

/** False before the first unit of a source is complete. */
function isKnown({ inversion_rate }: RunningGates): boolean {
  return !Number.isNaN(inversion_rate);
}
