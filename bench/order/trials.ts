/** Trials of the order sequence on populations with a known order: how often it is wrong, and when it stops. */

import { FEWEST_UNITS, LARGEST_SHARE, meanHalfWidth } from '../../src/scoring/certainty/confidence-sequence';
import { pairsWithin, type ScoreDifference } from '../../src/scoring/certainty/order';
import { differenceSoFar, OrderSequence, type SourceSoFar } from '../../src/scoring/certainty/order-sequence';
import { ratio, type UnitSums } from '../../src/scoring/certainty/units';
import { DifferenceMoments } from './moments';

export interface TrialResult {
  /** Units drawn when every pair was settled, or all of them. */
  readonly units: number;
  readonly settled: number;
  readonly wrongOrders: number;
  /** Intervals of a pair that at some moment did not hold the true difference. */
  readonly missed: number;
}

export interface TrialOptions {
  readonly level: number;
  /** Factor of units between two looks, at least one unit: 1 looks after each. */
  readonly growth: number;
  /** Goes on after all pairs are settled, to see whether an interval ever misses. */
  readonly watchAll?: boolean;
}

/** What sums kept up unit by unit tell is taken this much closer, so that their rounding hides no moment. */
const SLACK = 1 - 1e-6;

/** A seeded random order of the units (Fisher and Yates). */
export function shuffled(count: number, random: () => number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j] as number, order[i] as number];
  }
  return order;
}

/** The units at the given places, in that order. */
function unitsAt({ sums, pairs }: UnitSums, places: Int32Array): UnitSums {
  return {
    sums: Float64Array.from(places, (i) => sums[i] as number),
    pairs: Float64Array.from(places, (i) => pairs[i] as number),
  };
}

/**
 * Two sources in the order of the draw: tells in a few operations whether their interval could leave out a value. It
 * says yes too often and never no in error: the guard for outliers is asked of the one unit that held it last.
 */
class PairWatch {
  private readonly moments = new DifferenceMoments();
  private worst = 0;
  private drawn = 0;

  constructor(
    private readonly one: UnitSums,
    private readonly other: UnitSums,
    private readonly alpha: number,
  ) {}

  draw(): void {
    this.moments.add(...this.unit(this.drawn));
    this.drawn++;
  }

  /** Whether the interval of the difference (first less second) could leave out `value`. */
  mightLeaveOut(value: number): boolean {
    const { moments, drawn, alpha } = this;
    const half = meanHalfWidth(drawn, Infinity, moments.deviation, alpha);
    return Math.abs(moments.value - value) >= SLACK * half && !this.isGuarded();
  }

  private isGuarded(): boolean {
    if (this.shareOf(this.worst) * SLACK > LARGEST_SHARE) return true;
    let most = -1;
    for (let i = 0; i < this.drawn; i++) {
      const size = Math.abs(this.moments.influence(...this.unit(i)));
      if (size > most) [most, this.worst] = [size, i];
    }
    return this.shareOf(this.worst) * SLACK > LARGEST_SHARE;
  }

  /** Share of a unit in the squared influences of those drawn. */
  private shareOf(unit: number): number {
    return this.moments.influence(...this.unit(unit)) ** 2 / this.moments.squares;
  }

  private unit(i: number): [number, number, number, number] {
    const { one, other } = this;
    return [one.sums[i] as number, one.pairs[i] as number, other.sums[i] as number, other.pairs[i] as number];
  }
}

/**
 * Draws units with replacement, as many as the population has, and looks at the order again and again: what is claimed is
 * the order of the population. ECI is taken to be the trace. The sequence
 * itself, which sums all units at every look, is asked only where a pair's watch says that something might happen.
 * @param population the sources over all units
 */
export function orderTrial(
  population: readonly UnitSums[],
  random: () => number,
  { level, growth, watchAll = false }: TrialOptions,
): TrialResult {
  const total = population[0]?.sums.length ?? 0;
  const order = Int32Array.from({ length: total }, () => Math.floor(random() * total));
  const inOrder = population.map((source) => unitsAt(source, order));
  const truth = population.map((source) => ratio(source, total));
  const pairs = pairsWithin(population.map(() => 'all'));
  const alpha = (1 - level) / pairs.length;
  const watches = pairs.map(([a, b]) => new PairWatch(inOrder[a] as UnitSums, inOrder[b] as UnitSums, alpha));
  const sequence = new OrderSequence(pairs, total, level);
  const called: ScoreDifference[] = [];
  const missed = new Set<number>();
  const trueDifference = (a: number, b: number) => (truth[a] as number) - (truth[b] as number);
  let units = total;
  let next = FEWEST_UNITS;
  for (let n = 1; n < total; n++) {
    for (const watch of watches) watch.draw();
    if (n < next) continue;
    next = Math.max(n + 1, Math.floor(n * growth));
    const mightSettle = watches.some((watch, i) => sequence.settled[i] === null && watch.mightLeaveOut(0));
    const mightMiss = watches.map(
      (watch, i) =>
        watchAll &&
        !missed.has(i) &&
        watch.mightLeaveOut(trueDifference(...(pairs[i] as readonly [number, number]))),
    );
    if (!mightSettle && !mightMiss.includes(true)) continue;
    const soFar = inOrder.map((source): SourceSoFar => ({ ...source, eci: ratio(source, n), drawn: n }));
    const before = [...sequence.settled];
    sequence.update(soFar);
    pairs.forEach((pair, i) => {
      if (sequence.settled[i] !== null && before[i] === null) {
        called.push(differenceSoFar(pair, soFar, Infinity, alpha));
      }
      if (!mightMiss[i]) return;
      const { a, b, low, high } = differenceSoFar(pair, soFar, Infinity, alpha);
      const difference = trueDifference(a, b);
      if (difference < low || difference > high) missed.add(i);
    });
    if (sequence.allSettled) {
      units = Math.min(units, n);
      if (!watchAll) break;
    }
  }
  return {
    units,
    settled: called.length,
    wrongOrders: called.filter(({ a, b }) => trueDifference(a, b) <= 0).length,
    missed: missed.size,
  };
}
