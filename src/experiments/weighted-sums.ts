/** Sums Σ w r rᵀ of one source under many weights, for the experiments, and their figures. */

import { logDetInSlices } from '../scoring/logdet';
import { gatePairs } from '../scoring/gated-pairs';
import { traceTerm } from '../scoring/means';
import { pairsOfRecords, type PairColumns } from '../scoring/pairs';
import type { WeightingId } from '../scoring/weightings';
import type { BusyClock } from '../engine/time';
import { inGroups, matricesAtOnce } from '../engine/large';
import { vectorsOf, type SourceData } from '../engine/source-data';
import { addPairs, BLOCK_PAIRS, type Information } from '../engine/sum-store';
import type { SumStores } from '../engine/sum-stores';
import type { Task } from '../engine/task';

/** The weight of each pair of a source, in the order of its pairs. */
export type WeightColumn = Float64Array;

/** w of each pair under a weighting. */
export function weightColumn(columns: PairColumns, tau: number, weighting: WeightingId): WeightColumn {
  return gatePairs(columns, { tau, weighting }).weight;
}

/** Makes sums and can be cancelled. */
export interface Summing {
  readonly stores: SumStores;
  readonly task: Task;
  /** Runs while residuals are formed and summed. */
  readonly clock: BusyClock;
}

/**
 * Applies `use` to Î under each of the weights, as many at a time as fit in memory.
 * @param weights w of each pair, for each matrix
 * @param use gets Î, which it may overwrite, and its place in `weights`
 * @param onPairs gets how many more pairs were summed
 * @param divisors N for each matrix; by default all pairs of the source
 * @throws RunCancelledError, OutOfMemoryError
 */
export async function underWeights<T>(
  source: SourceData,
  weights: readonly WeightColumn[],
  summing: Summing,
  use: (information: Information, place: number) => Promise<T>,
  onPairs: (count: number) => void = () => undefined,
  divisors: readonly number[] = weights.map(({ length }) => length),
): Promise<T[]> {
  const { stores, task, clock } = summing;
  const made: T[] = [];
  const { offsets } = source.columns;
  const pairs = pairsOfRecords(offsets, [...source.structure.queries.keys()]);
  for (const some of inGroups(weights, matricesAtOnce(vectorsOf(source).dimension))) {
    const store = await stores.open(source, some.length);
    const share = some.length / weights.length;
    try {
      const weightsOf = (_: unknown, start: number) =>
        some.map((column) => column.subarray(start, start + BLOCK_PAIRS));
      await clock.during(() => addPairs(store, pairs, weightsOf, task, (count) => onPairs(count * share)));
      for (const i of some.keys()) {
        const place = made.length;
        const information = await clock.during(() => store.information(i, divisors[place] as number, task));
        made.push(await use(information, place));
        await task.breathe();
      }
    } finally {
      store.destroy();
    }
  }
  return made;
}

/** tr Î: the mean of the weights of pairs whose residual is not zero. */
export function traceOf({ columns: { distance } }: SourceData, weights: WeightColumn): number {
  const total = weights.reduce((sum, w, pair) => sum + traceTerm(w, distance[pair] as number), 0);
  return total / weights.length;
}

/** ECI of a source under each of the weights; parameters as for {@link underWeights}. @throws RunCancelledError */
export function scoresOf(
  source: SourceData,
  weights: readonly WeightColumn[],
  summing: Summing,
  onPairs: (count: number) => void,
  divisors?: readonly number[],
): Promise<number[]> {
  const score = ({ matrix, side }: Information) => summing.task.follow(logDetInSlices(matrix, side));
  return underWeights(source, weights, summing, score, onPairs, divisors);
}

/**
 * ECI of each source under several weights.
 * @param weights gives the weights of one source; the same number for each source
 * @returns by weight, then by source
 * @throws RunCancelledError
 */
export async function scoresUnder(
  sources: readonly SourceData[],
  weights: (source: SourceData, place: number) => readonly WeightColumn[],
  summing: Summing,
  onPairs: (count: number) => void,
): Promise<number[][]> {
  const scores: number[][] = [];
  for (const [place, source] of sources.entries()) {
    const under = await scoresOf(source, weights(source, place), summing, onPairs);
    for (const [i, value] of under.entries()) (scores[i] ??= []).push(value);
  }
  return scores;
}
