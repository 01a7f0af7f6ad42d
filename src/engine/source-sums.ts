/** The information matrices of one source as its records come in, and the figures made of them. */

import { largestEigenvalue } from '../scoring/eigen';
import { informationMatrix, type UpperTriangle } from '../scoring/information';
import { logDetPlusIdentity } from '../scoring/logdet';
import { informationTrace, traceTerm } from '../scoring/means';
import { emptyGates, gatesOfPair } from '../scoring/pair-gates';
import { pairsOfRecords, type PairOfRecord, type PairColumns } from '../scoring/pairs';
import { WEIGHTINGS, type WeightingId } from '../scoring/weightings';
import { now, type Clock } from './clock';
import { vectorsOf, type SourceData } from './source-data';
import { BLOCK_PAIRS, type SumStore } from './sum-store';
import type { Matrices, SummedMatrix } from './summed-matrices';
import type { Task } from './task';
import type { RunningScore } from './types';

export class SourceSums {
  private pairs = 0;
  private records = 0;
  private readonly weightSums: Float64Array;

  /** @param ids weightings that `store` sums, in its order */
  constructor(
    private readonly source: SourceData,
    private readonly tau: number,
    private readonly store: SumStore,
    private readonly ids: readonly WeightingId[],
  ) {
    this.weightSums = new Float64Array(ids.length);
  }

  /** Adds records whose pair columns are filled. @returns the number of pairs @throws RunCancelledError */
  async add(records: readonly number[], task: Task): Promise<number> {
    const pairs = pairsOfRecords(this.source.columns.offsets, records);
    for (let start = 0; start < pairs.length; start += BLOCK_PAIRS) {
      const some = pairs.slice(start, start + BLOCK_PAIRS);
      await this.store.add({ pairs: some, weights: this.weights(some) });
      await task.breathe();
    }
    this.pairs += pairs.length;
    this.records += records.length;
    return pairs.length;
  }

  private weights(pairs: readonly PairOfRecord[]): Float64Array[] {
    const gates = emptyGates(this.tau);
    const weights = this.ids.map(() => new Float64Array(pairs.length));
    pairs.forEach(({ pair }, k) => {
      gatesOfPair(this.source.columns, pair, this.tau, gates);
      this.ids.forEach((id, i) => {
        const weight = WEIGHTINGS[id].weight(gates);
        (weights[i] as Float64Array)[k] = weight;
        this.weightSums[i] = (this.weightSums[i] as number) + traceTerm(weight, gates.distance);
      });
    });
    return weights;
  }

  /** ECI and trace of what was added so far under one weighting; null before the first pair. */
  async running(id: WeightingId): Promise<RunningScore | null> {
    const { pairs, records } = this;
    if (pairs === 0) return null;
    const index = this.ids.indexOf(id);
    const trace = (this.weightSums[index] as number) / pairs;
    return { source: this.source.id, records, eci: await this.store.logDet(index, pairs), trace };
  }

  /**
   * The matrix of everything that was added under each weighting, with its figures.
   * @param columns those pairs alone, in record order, where the source has others that were not added
   * @throws RunCancelledError
   */
  async matrices(task: Task, columns: PairColumns = this.source.columns): Promise<Matrices> {
    const { dimension } = vectorsOf(this.source);
    const sums = await this.store.sums();
    const matrices: Partial<Record<WeightingId, SummedMatrix>> = {};
    for (const [i, id] of this.ids.entries()) {
      const sum = sums[i] as UpperTriangle;
      const information = informationMatrix(sum, this.pairs, dimension);
      const figures = {
        eci: logDetPlusIdentity(information, dimension),
        trace: informationTrace(columns, this.tau, id),
        lambda_max: largestEigenvalue(information, dimension),
      };
      matrices[id] = { figures, sum };
      await task.breathe();
    }
    return matrices;
  }

  destroy(): void {
    this.store.destroy();
  }
}

/** Of the first seconds a greater share may be spent: a short run would have no curve to show otherwise. */
const EARLY = { share: 0.1, milliseconds: 5000 };

/** Says when running scores may be computed again without costing more than their share of time. */
export class ScorePacer {
  private spent = 0;
  private readonly start: number;

  /**
   * @param share most of the time since the start that may be spent, beside a tenth of the first five seconds
   * @param clock milliseconds
   */
  constructor(
    private readonly share: number,
    private readonly clock: Clock = now,
  ) {
    this.start = clock();
  }

  due(): boolean {
    const elapsed = this.clock() - this.start;
    const early = EARLY.share * Math.min(elapsed, EARLY.milliseconds);
    return this.spent <= this.share * elapsed + early;
  }

  /** Awaits `work` and remembers what it took. */
  async timed<T>(work: () => Promise<T>): Promise<T> {
    const before = this.clock();
    const result = await work();
    this.spent += this.clock() - before;
    return result;
  }
}
