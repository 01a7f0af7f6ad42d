/** Watches the order of the sources during a run and says when it is certain. */

import {
  differenceSoFar,
  OrderSequence,
  scoreSoFar,
  type SourceSoFar,
} from '../scoring/certainty/order-sequence';
import { pairsWithin } from '../scoring/certainty/order';
import { auditFlags, envelope, isAudited, type Flag } from '../scoring/audit';
import { FLAG_QUANTITIES, isFlaggedSoFar } from '../scoring/certainty/flags';
import { planUnits, ratio, traceQuantity, UnitTallies, type UnitPlan } from '../scoring/certainty/units';
import type { WeightingId } from '../scoring/weightings';
import type { FlagCertainty, RunSettings } from './results';
import type { SourceData } from './source-data';
import type { RunningGates, RunningOrder, RunRequest } from './types';
import { countTexts, type RecordPlace } from './blocks';

/** What is known of the order when a run stops early. */
export interface StoppedOrder {
  /** Temperature and weighting of the run. */
  readonly tau: number;
  readonly weighting: WeightingId;
  /** Units (queries) of the whole files. */
  readonly units: number;
  /** By source: units drawn until its place was settled, or until the stop. */
  readonly drawn: readonly number[];
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

export class OrderWatch {
  private readonly plan: UnitPlan;
  private readonly pairs: readonly (readonly [number, number])[];
  private readonly sequence: OrderSequence;
  /** Of each source: the sums behind its trace, and by flag those behind its audit statistic. */
  private readonly tallies: readonly UnitTallies<'trace' | Flag>[];
  private readonly drawn: number[];
  /** By block: units that are complete after it. */
  private readonly completeAfter: Int32Array;

  /**
   * @param asked of each source, its setting (only sources of one setting are compared) and whether it is a reference
   * @param level probability with which all orders called are right
   */
  constructor(
    private readonly sources: readonly SourceData[],
    blocks: readonly (readonly RecordPlace[])[],
    private readonly asked: readonly Pick<RunRequest['sources'][number], 'setting' | 'reference'>[],
    private readonly gating: Pick<RunSettings, 'tau' | 'weighting'>,
    private readonly level: number,
  ) {
    const plan = planUnits(sources.map(({ priorities }) => priorities));
    this.plan = plan;
    this.pairs = pairsWithin(asked.map(({ setting }) => setting));
    this.sequence = new OrderSequence(this.pairs, plan.units, level);
    const quantities = { trace: traceQuantity(gating.weighting), ...FLAG_QUANTITIES };
    this.tallies = sources.map(
      ({ columns }, s) =>
        new UnitTallies(plan.units, columns, plan.of[s] as Int32Array, gating.tau, quantities),
    );
    this.drawn = sources.map(() => 0);
    this.completeAfter = Int32Array.from(blocks, (_, index) => {
      const next = blocks[index + 1]?.[0];
      return next ? ((plan.of[next.source] as Int32Array)[next.record] as number) : plan.units;
    });
  }

  /** Adds records of a source that were scored. */
  add(source: number, records: readonly number[]): void {
    this.tallies[source]?.add(records);
  }

  /** The audit statistics of each source so far. */
  private gatesSoFar(): RunningGates[] {
    return this.tallies.map(({ by }, s) => {
      const mean = (flag: Flag) => ratio(by[flag], this.drawn[s] as number);
      const { id } = this.sources[s] as SourceData;
      return {
        source: id,
        mean_rho: mean('rho'),
        mean_eta: mean('eta'),
        mean_psi: mean('psi'),
        inversion_rate: 0 - mean('inversion'),
      };
    });
  }

  /** Flags that hold at every moment: of sources that lie beyond every reference, on other queries like these too. */
  private flagsSoFar(gates: readonly RunningGates[]): FlagCertainty[] {
    if (!isAudited(this.asked.map(({ reference }) => reference))) return [];
    const references = [...this.sources.keys()].filter((s) => this.asked[s]?.reference);
    const profile = envelope(references.map((s) => gates[s] as RunningGates));
    const flags = gates.flatMap((own, s) => auditFlags(own, profile).map((flag) => ({ s, flag })));
    const alpha = (1 - this.level) / Math.max(1, flags.length);
    const drawn = (s: number) => this.drawn[s] as number;
    return flags.map(({ s, flag }) => {
      const tally = (place: number) => (this.tallies[place] as (typeof this.tallies)[number]).by[flag];
      const all = [s, ...references];
      const certain = isFlaggedSoFar(tally(s), references.map(tally), all.map(drawn), alpha);
      return { source: (this.sources[s] as SourceData).id, flag, certain };
    });
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
    const traces = this.traces();
    if (traces.some(Number.isNaN) || !this.sequence.mightSettle(this.soFar(traces))) return;
    this.sequence.update(this.soFar(await scores()));
  }

  /** Sources whose order against all others is settled. They need not be drawn any more. */
  get placed(): ReadonlySet<number> {
    return new Set(
      [...this.sources.keys()].filter((s) => this.pairs.length > 0 && this.sequence.isPlaced(s)),
    );
  }

  /** True where every source has a score. */
  get hasScores(): boolean {
    return !this.traces().some(Number.isNaN);
  }

  get isCertain(): boolean {
    return this.pairs.length > 0 && this.sequence.allSettled;
  }

  /** The order as known now. @param scores ECI of each source so far */
  order(scores: readonly number[]): RunningOrder {
    const soFar = this.soFar(scores);
    const { units } = this.plan;
    const alpha = (1 - this.level) / Math.max(1, this.pairs.length);
    const { settled } = this.sequence;
    const gates = this.gatesSoFar();
    return {
      gates: gates.filter(isKnown),
      flags: gates.every(isKnown) ? this.flagsSoFar(gates) : [],
      drawn: Math.max(...this.drawn),
      units,
      scores: soFar.map((source, s) => {
        const { low, high } = scoreSoFar(source, Infinity, 1 - this.level);
        return { source: (this.sources[s] as SourceData).id, low, high };
      }),
      pairs: this.pairs.map((pair, i) => {
        const { a, b, difference, low, high, unitsNeeded } = differenceSoFar(pair, soFar, Infinity, alpha);
        const id = (place: number) => (this.sources[place] as SourceData).id;
        const known = { a: id(a), b: id(b), difference, low, high, queries_needed: unitsNeeded };
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
    const { tau, weighting } = this.gating;
    return {
      tau,
      weighting,
      units: plan.units,
      drawn: [...this.drawn],
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

  /** By source: its trace over the units drawn; NaN before its first pair. */
  private traces(): number[] {
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

/** False before the first query of a source is complete. */
function isKnown({ mean_rho: rho }: RunningGates): boolean {
  return !Number.isNaN(rho);
}
