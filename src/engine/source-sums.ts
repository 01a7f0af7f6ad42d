/** The information matrices of one source as records come in, and their figures. */

import { traceTerm } from '../scoring/means';
import { emptyGates, gatesOfPair } from '../scoring/pair-gates';
import { pairsOfRecords, type PairOfRecord } from '../scoring/pairs';
import { WEIGHTINGS, type WeightingId } from '../scoring/weightings';
import { figuresOf } from './matrix-figures';
import type { MatrixFigures } from './result';
import type { SourceData } from './source-data';
import { addPairs, type SumStore } from './sum-store';
import type { WeightingFigures } from './summed-matrices';
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

  /**
   * Adds records whose pair columns are filled.
   * @param onPairs gets how many more pairs were added
   * @throws RunCancelledError, OutOfMemoryError
   */
  async add(records: readonly number[], task: Task, onPairs?: (count: number) => void): Promise<void> {
    const pairs = pairsOfRecords(this.source.columns.offsets, records);
    await addPairs(this.store, pairs, (block) => this.weights(block), task, onPairs);
    this.pairs += pairs.length;
    this.records += records.length;
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

  /** ECI and trace so far under one weighting; null before the first pair. @throws RunCancelledError */
  async running(id: WeightingId, task: Task): Promise<RunningScore | null> {
    if (this.pairs === 0) return null;
    return this.point(id, await this.store.logDet(this.ids.indexOf(id), this.pairs, task));
  }

  /** What was added so far, with its ECI; null before the first pair. */
  point(id: WeightingId, eci: number): RunningScore | null {
    const { pairs, records } = this;
    if (pairs === 0) return null;
    return { source: this.source.id, records, eci, trace: this.trace(this.ids.indexOf(id)) };
  }

  /** tr Î = (1/N) Σ w over the pairs with r ≠ 0 (paper, Section "Linear Regime"; Eq. eci_information_matrix). */
  private trace(weighting: number): number {
    return (this.weightSums[weighting] as number) / this.pairs;
  }

  /**
   * The figures of all pairs added, under each weighting.
   * @param onShare gets the share done, from 0 to 1
   * @throws RunCancelledError, OutOfMemoryError
   */
  async figures(task: Task, onShare: (share: number) => void = () => undefined): Promise<WeightingFigures> {
    const figures: Partial<Record<WeightingId, MatrixFigures>> = {};
    for (const [i, id] of this.ids.entries()) {
      const information = await this.store.information(i, this.pairs, task);
      figures[id] = await figuresOf(information, this.trace(i), task, (share) =>
        onShare((i + share) / this.ids.length),
      );
      await task.breathe();
    }
    return figures;
  }

  destroy(): void {
    this.store.destroy();
  }
}
