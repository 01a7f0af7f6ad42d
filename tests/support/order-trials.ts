/** Trials of the order sequence on populations whose order is known: how often it is wrong, and when it stops. */

import { FEWEST_UNITS } from '../../src/scoring/certainty/confidence-sequence';
import { OrderSequence, type SourceSoFar } from '../../src/scoring/certainty/order-sequence';
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
  const drawnUnits = population.map((source) => unitsAt(source, order));
  const truth = population.map((source) => ratio(source, total));
  const sequence = new OrderSequence(population.length, total, options.level);
  const settledAt = population.map(() => total);
  const missed = new Set<string>();
  let units = total;
  for (let n = FEWEST_UNITS; n < total; n = Math.max(n + 1, Math.floor(n * options.growth))) {
    const soFar = drawnUnits.map((source): SourceSoFar => ({ ...source, eci: ratio(source, n) }));
    sequence.update(soFar, n);
    settledAt.forEach((at, s) => {
      if (at === total && sequence.isSettled(s)) settledAt[s] = n;
    });
    if (options.watchAll) {
      // A fresh sequence at each look has no memory of settled pairs: its intervals are those of this moment.
      const now = new OrderSequence(population.length, total, options.level);
      now.update(soFar, n);
      for (const pair of now.differences(soFar, n)) {
        const difference = (truth[pair.a] as number) - (truth[pair.b] as number);
        if (difference < pair.low || difference > pair.high) missed.add(`${pair.a} ${pair.b}`);
      }
    }
    if (sequence.allSettled) {
      if (units === total) units = n;
      if (!options.watchAll) break;
    }
  }
  const last = drawnUnits.map((source): SourceSoFar => ({ ...source, eci: ratio(source, total) }));
  const pairs = sequence.differences(last, total).filter(({ settledAt: at }) => at !== null);
  return {
    units,
    shareDrawn: settledAt.reduce((sum, at) => sum + at, 0) / (total * population.length),
    settled: pairs.length,
    wrongOrders: pairs.filter(({ a, b }) => (truth[a] as number) <= (truth[b] as number)).length,
    missed: missed.size,
  };
}
