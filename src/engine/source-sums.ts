/** The information matrices of one source as its records come in, and the figures made of them. */

import type { MatrixFigures } from '../report/types';
import { largestEigenvalue } from '../scoring/eigen';
import { informationMatrix, residual } from '../scoring/information';
import { logDetPlusIdentity } from '../scoring/logdet';
import { emptyGates, gatesOfPair, weightedTrace } from '../scoring/statistics';
import { WEIGHTING_IDS, WEIGHTINGS, type WeightingId } from '../scoring/weightings';
import { BLOCK_PAIRS, type BlockAccumulator } from './accumulator';
import { vectorsOf, type PairVectors, type SourceData } from './source-data';
import type { Task } from './task';
import type { RunningScore } from './types';

export type Matrices = Readonly<Record<WeightingId, MatrixFigures>>;

/** @throws Error where a weighting is missing */
export function completeMatrices(figures: Partial<Record<WeightingId, MatrixFigures>>): Matrices {
  const missing = WEIGHTING_IDS.filter((id) => !figures[id]);
  if (missing.length > 0) throw new Error(`No figures for the weightings ${missing.join(', ')}.`);
  return figures as Matrices;
}

interface PairOfRecord {
  readonly record: number;
  readonly pair: number;
}

export class SourceSums {
  private readonly sums: readonly Float64Array[];
  private readonly weights: readonly Float64Array[];
  private readonly residuals: Float64Array;
  private readonly vectors: PairVectors;
  private readonly dimension: number;
  private pairs = 0;
  private records = 0;

  /** @param ids weightings to sum, the one whose score runs first */
  constructor(
    private readonly source: SourceData,
    private readonly tau: number,
    private readonly accumulator: BlockAccumulator,
    private readonly ids: readonly WeightingId[] = WEIGHTING_IDS,
  ) {
    this.vectors = vectorsOf(source);
    this.dimension = this.vectors.dimension;
    this.sums = ids.map(() => new Float64Array(this.dimension ** 2));
    this.weights = ids.map(() => new Float64Array(BLOCK_PAIRS));
    this.residuals = new Float64Array(BLOCK_PAIRS * this.dimension);
  }

  /** Adds records whose pair columns are filled. @throws RunCancelledError */
  async add(records: readonly number[], task: Task): Promise<void> {
    const { offsets } = this.source.columns;
    const pairs = records.flatMap((record): PairOfRecord[] => {
      const start = offsets[record] as number;
      const end = offsets[record + 1] as number;
      return Array.from({ length: end - start }, (_, k) => ({ record, pair: start + k }));
    });
    for (let start = 0; start < pairs.length; start += BLOCK_PAIRS) {
      await this.addBlock(pairs.slice(start, start + BLOCK_PAIRS));
      await task.breathe();
    }
    this.pairs += pairs.length;
    this.records += records.length;
  }

  private async addBlock(block: readonly PairOfRecord[]): Promise<void> {
    const { columns } = this.source;
    const { vectors } = this;
    const gates = emptyGates(this.tau);
    block.forEach(({ record, pair }, k) => {
      const distance = columns.distance[pair] as number;
      residual(vectors.positive(record), vectors.negative(pair), distance, this.residuals, k * this.dimension);
      gatesOfPair(columns, pair, this.tau, gates);
      this.ids.forEach((id, i) => {
        (this.weights[i] as Float64Array)[k] = WEIGHTINGS[id].weight(gates);
      });
    });
    const { residuals, weights } = this;
    await this.accumulator.add(this.sums, { residuals, weights, count: block.length });
  }

  /** ECI of what was added so far under one weighting; null before the first pair. */
  running(id: WeightingId): RunningScore | null {
    if (this.pairs === 0) return null;
    const eci = logDetPlusIdentity(this.information(id), this.dimension);
    return { source: this.source.id, records: this.records, eci };
  }

  /** ECI, trace and λ_max of everything that was added, under each weighting. @throws RunCancelledError */
  async figures(task: Task): Promise<Partial<Record<WeightingId, MatrixFigures>>> {
    const figures: Partial<Record<WeightingId, MatrixFigures>> = {};
    for (const id of this.ids) {
      const information = this.information(id);
      figures[id] = {
        eci: logDetPlusIdentity(information, this.dimension),
        trace: weightedTrace(this.source.columns, this.tau, id),
        lambda_max: largestEigenvalue(information, this.dimension),
      };
      await task.breathe();
    }
    return figures;
  }

  private information(id: WeightingId): Float64Array {
    const sum = this.sums[this.ids.indexOf(id)];
    if (!sum) throw new RangeError(`Weighting ${id} was not summed.`);
    return informationMatrix(sum, this.pairs, this.dimension);
  }
}

/** Says when running scores may be computed again without costing more than their share of time. */
export class ScorePacer {
  private spent = 0;
  private readonly start: number;

  /**
   * @param share most of the time since the start that may be spent
   * @param now milliseconds of a monotonic clock
   */
  constructor(
    private readonly share: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.start = now();
  }

  due(): boolean {
    return this.spent <= this.share * (this.now() - this.start);
  }

  /** Runs `work` and remembers what it took. */
  timed<T>(work: () => T): T {
    const before = this.now();
    const result = work();
    this.spent += this.now() - before;
    return result;
  }
}
