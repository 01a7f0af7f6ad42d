/** Sums Σ w r rᵀ of one source under many weights, for the experiments, and their figures. */

import { gatePairs } from '../scoring/gated-pairs';
import type { PairColumns } from '../scoring/pairs';
import type { WeightingId } from '../scoring/weightings';
import type { BusyClock } from '../engine/time';
import type { SourceData } from '../engine/source-data';
import type { OpenSummer } from '../engine/summer';
import { underWeights, type PairWeight } from '../engine/sums';
import type { Task } from '../engine/task';

/** The weight of each pair of a source, in the order of its pairs. */
export type WeightColumn = Float64Array;

/** w of each pair under a weighting. */
export function weightColumn(columns: PairColumns, tau: number, weighting: WeightingId): WeightColumn {
  return gatePairs(columns, { tau, weighting }).weight;
}

/** Makes sums and can be cancelled. */
export interface Summing {
  readonly open: OpenSummer;
  readonly task: Task;
  /** Runs while residuals are formed and summed. */
  readonly clock: BusyClock;
}

/** The weights of a column. */
const weightIn =
  (column: WeightColumn): PairWeight =>
  (pair) =>
    column[pair] as number;

/**
 * ECI of a source under each of the weights.
 * @param onPairs gets how many more pairs were summed
 * @param divisors N for each matrix; by default all pairs of the source
 * @throws RunCancelledError, OutOfMemoryError
 */
export function scoresOf(
  source: SourceData,
  weights: readonly WeightColumn[],
  { open, task, clock }: Summing,
  onPairs: (count: number) => void,
  divisors: readonly number[] = weights.map(({ length }) => length),
): Promise<number[]> {
  return clock.during(() =>
    underWeights(
      source,
      weights.map(weightIn),
      open,
      task,
      async (summer, weight, place) => (await summer.score(weight, divisors[place] as number, task)).eci,
      onPairs,
    ),
  );
}
