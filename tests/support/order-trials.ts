/** Trials of the order sequence on populations whose order is known: how often it is wrong, and when it stops. */

import { FEWEST_UNITS } from '../../src/scoring/certainty/confidence-sequence';
import { pairsWithin, type ScoreDifference } from '../../src/scoring/certainty/order';
import { differenceSoFar, OrderSequence, type SourceSoFar } from '../../src/scoring/certainty/order-sequence';
import { ratio, type UnitSums } from '../../src/scoring/certainty/units';

export interface TrialResult {
  /** Units drawn when every pair was settled, or all of them. */
  readonly units: number;
  /** Sum over sources of the units drawn before each was settled, over sources × N: what eliminating saves. */
  readonly shareDrawn: number;
  readonly settled: number;
  readonly wrongOrders: number;
  /** Intervals of a pair that at some moment did not hold the true difference. */
  readonly missed: number;
}

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
export function unitsAt({ sums, pairs }: UnitSums, places: Int32Array): UnitSums {
  return {
    sums: Float64Array.from(places, (i) => sums[i] as number),
    pairs: Float64Array.from(places, (i) => pairs[i] as number),
  };
}

/**
 * Draws units without replacement and looks at the order again and again.
 * @param population the sources over all units; ECI is taken to be the trace
 * @param growth the next look comes after so many times the units, at least one more: 1 looks after each
 * @param watchAll goes on after all pairs are settled, to see whether an interval ever misses
 */
export function orderTrial(
  population: readonly UnitSums[],
  random: () => number,
  options: { readonly level: number; readonly growth: number; readonly watchAll?: boolean },
): TrialResult {
  const total = population[0]?.sums.length ?? 0;
  const order = shuffled(total, random);
  const inOrder = population.map((source) => unitsAt(source, order));
  const truth = population.map((source) => ratio(source, total));
  const pairs = pairsWithin(population.map(() => 'all'));
  const alpha = (1 - options.level) / pairs.length;
  const sequence = new OrderSequence(pairs, total, options.level);
  const placedAt = population.map(() => total);
  const called: ScoreDifference[] = [];
  const missed = new Set<number>();
  let units = total;
  for (let n = FEWEST_UNITS; n < total; n = Math.max(n + 1, Math.floor(n * options.growth))) {
    const soFar = inOrder.map((source): SourceSoFar => ({ ...source, eci: ratio(source, n), drawn: n }));
    const before = [...sequence.settled];
    sequence.update(soFar);
    sequence.settled.forEach((at, i) => {
      const pair = pairs[i] as readonly [number, number];
      if (at !== null && before[i] === null) called.push(differenceSoFar(pair, soFar, total, alpha));
      if (options.watchAll) {
        const { a, b, low, high } = differenceSoFar(pair, soFar, total, alpha);
        const difference = (truth[a] as number) - (truth[b] as number);
        if (difference < low || difference > high) missed.add(i);
      }
    });
    placedAt.forEach((at, s) => {
      if (at === total && sequence.isPlaced(s)) placedAt[s] = n;
    });
    if (sequence.allSettled) {
      units = Math.min(units, n);
      if (!options.watchAll) break;
    }
  }
  return {
    units,
    shareDrawn: placedAt.reduce((sum, at) => sum + at, 0) / (total * population.length),
    settled: called.length,
    wrongOrders: called.filter(({ a, b }) => (truth[a] as number) <= (truth[b] as number)).length,
    missed: missed.size,
  };
}
