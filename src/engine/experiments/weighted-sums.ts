/** Sums Σ w r rᵀ of one source under many weights at once, for the experiments, and the figures made of each. */

import { largestEigenvalue } from '../../scoring/eigen';
import { informationMatrix, type UpperTriangle } from '../../scoring/information';
import { logDetPlusIdentity } from '../../scoring/logdet';
import { traceTerm } from '../../scoring/means';
import { emptyGates, gatesOfPair } from '../../scoring/pair-gates';
import { pairRange, type PairColumns, type PairOfRecord } from '../../scoring/pairs';
import { WEIGHTINGS, type WeightingId } from '../../scoring/weightings';
import type { BusyClock } from '../busy-clock';
import type { MatrixFigures } from '../results';
import { vectorsOf, type SourceData } from '../source-data';
import { BLOCK_PAIRS, type SumStore } from '../sum-store';
import type { SumStores } from '../sum-stores';
import type { Task } from '../task';

/** The weight of each pair of a source, in the order of its pairs. */
export type WeightColumn = Float64Array;

/** w of each pair under a weighting. */
export function weightColumn(columns: PairColumns, tau: number, weighting: WeightingId): WeightColumn {
  const { weight } = WEIGHTINGS[weighting];
  const gates = emptyGates(tau);
  return columns.margin.map((_, pair) => {
    gatesOfPair(columns, pair, tau, gates);
    return weight(gates);
  });
}

/** Where sums are made, and what stops them. */
export interface Summing {
  readonly stores: SumStores;
  readonly task: Task;
  /** Runs while residuals are formed and summed. */
  readonly clock: BusyClock;
}

/**
 * Σ w r rᵀ over all pairs, under each of the weights.
 * @param onPairs told how many more pairs are summed
 * @throws RunCancelledError
 */
export async function weightedSums(
  source: SourceData,
  weights: readonly WeightColumn[],
  { stores, task, clock }: Summing,
  onPairs: (count: number) => void = () => undefined,
): Promise<readonly UpperTriangle[]> {
  const store = await stores.open(source, weights.length);
  try {
    return await clock.during(() => sumInto(store, source, weights, task, onPairs));
  } finally {
    store.destroy();
  }
}

async function sumInto(
  store: SumStore,
  source: SourceData,
  weights: readonly WeightColumn[],
  task: Task,
  onPairs: (count: number) => void,
): Promise<readonly UpperTriangle[]> {
  const pairs = allPairs(source.columns);
  for (let start = 0; start < pairs.length; start += BLOCK_PAIRS) {
    const end = Math.min(pairs.length, start + BLOCK_PAIRS);
    await store.add({
      pairs: pairs.slice(start, end),
      weights: weights.map((column) => column.subarray(start, end)),
    });
    onPairs(end - start);
    await task.breathe();
  }
  return store.sums();
}

function allPairs({ offsets }: PairColumns): PairOfRecord[] {
  return Array.from({ length: offsets.length - 1 }, (_, record) => {
    const { start, end } = pairRange(offsets, record);
    return Array.from({ length: end - start }, (__, k) => ({ record, pair: start + k }));
  }).flat();
}

/** Î of a sum over all pairs of a source. */
export function informationOf(source: SourceData, sum: UpperTriangle): Float64Array {
  return informationMatrix(sum, source.columns.margin.length, vectorsOf(source).dimension);
}

/** log det(I + Î). */
function scoreOf(source: SourceData, sum: UpperTriangle): number {
  return logDetPlusIdentity(informationOf(source, sum), vectorsOf(source).dimension);
}

/** ECI, trace and λ_max of one sum. @param weights those that it was made with */
export function matrixFigures(source: SourceData, sum: UpperTriangle, weights: WeightColumn): MatrixFigures {
  const { dimension } = vectorsOf(source);
  const information = informationOf(source, sum);
  const { distance } = source.columns;
  const trace = weights.reduce((total, w, pair) => total + traceTerm(w, distance[pair] as number), 0);
  return {
    eci: logDetPlusIdentity(information, dimension),
    trace: trace / weights.length,
    lambda_max: largestEigenvalue(information, dimension),
  };
}

/**
 * ECI of each source under some weights at once.
 * @param weights gives the weights of one source, as many for each
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
    const sums = await weightedSums(source, weights(source, place), summing, onPairs);
    for (const [i, sum] of sums.entries()) {
      (scores[i] ??= []).push(scoreOf(source, sum));
      await summing.task.breathe();
    }
  }
  return scores;
}
