/** Trials of the order sequence on populations with a known order: how often it is wrong, and when it stops. */

import { FEWEST_UNITS } from '../../../src/scoring/certainty/confidence-sequence';
import { pairsWithin } from '../../../src/scoring/certainty/order';
import {
  differenceSoFar,
  OrderSequence,
  type SourceSoFar,
} from '../../../src/scoring/certainty/order-sequence';
import { ratio, type UnitSums } from '../../../src/scoring/certainty/units';

export interface TrialResult {
  /** Units drawn when every pair was settled, or all of them. */
  readonly units: number;
  readonly settled: number;
  readonly wrongOrders: number;
  /** Pairs whose interval at some look did not hold the true difference. */
  readonly missed: number;
}

export interface TrialOptions {
  readonly level: number;
  /** Factor of units between two looks, at least one unit: 1 looks after each. */
  readonly growth: number;
  /** Goes on after all pairs are settled, to see whether an interval ever misses. */
  readonly watchAll?: boolean;
}

/** The units at the given places, in that order. */
function unitsAt({ sums, pairs }: UnitSums, places: Int32Array): UnitSums {
  return {
    sums: Float64Array.from(places, (i) => sums[i] as number),
    pairs: Float64Array.from(places, (i) => pairs[i] as number),
  };
}

/**
 * Draws units with replacement, as many as the population has, and looks at the order again and again: what is claimed is
 * the order of the population. ECI is taken to be the trace.
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
  const sequence = new OrderSequence(pairs, total, level, 1);
  const missed = new Set<number>();
  let settled = 0;
  let wrongOrders = 0;
  let units = total;
  for (let n = FEWEST_UNITS; n < total; n = Math.max(n + 1, Math.floor(n * growth))) {
    const soFar = inOrder.map((source): SourceSoFar => ({ ...source, eci: ratio(source, n), drawn: n }));
    const before = [...sequence.settled];
    sequence.update(soFar);
    for (const [i, pair] of pairs.entries()) {
      const { a, b, low, high } = differenceSoFar(pair, soFar, Infinity, alpha);
      const difference = (truth[a] as number) - (truth[b] as number);
      if (difference < low || difference > high) missed.add(i);
      if (sequence.settled[i] === null || before[i] !== null) continue;
      settled++;
      wrongOrders += Number(difference <= 0);
    }
    if (sequence.allSettled) {
      units = Math.min(units, n);
      if (!watchAll) break;
    }
  }
  return { units, settled, wrongOrders, missed: missed.size };
}
