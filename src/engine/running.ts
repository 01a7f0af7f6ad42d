/** The running score: ECI of the pairs seen so far, a point a block of records (DESIGN.md, "The way of the data"). */

import { informationMatrix } from '../scoring/information';
import { logDetPlusIdentity } from '../scoring/logdet';
import type { WeightingId } from '../scoring/weightings';
import { BLOCK_PAIRS, blockResiduals, blockWeights, type BlockAccumulator } from './accumulator';
import type { SourceData } from './source-data';
import type { RunningScore } from './types';

/** Most of the run's time that may go into running log-dets. */
const SHARE_OF_TIME = 0.02;

export class RunningSource {
  private readonly sum: Float64Array;
  private readonly residuals: Float64Array;
  private readonly weights = new Float64Array(BLOCK_PAIRS);
  private pairs = 0;
  private records = 0;

  constructor(
    private readonly source: SourceData,
    private readonly tau: number,
    private readonly weighting: WeightingId,
    private readonly accumulator: BlockAccumulator,
  ) {
    const d = source.vectors.dimension;
    this.sum = new Float64Array(d * d);
    this.residuals = new Float64Array(BLOCK_PAIRS * d);
  }

  /** Adds records whose pair columns are filled. */
  async add(records: readonly number[]): Promise<void> {
    const { columns, vectors } = this.source;
    const pairs = records.flatMap((record) => {
      const start = columns.offsets[record] as number;
      const end = columns.offsets[record + 1] as number;
      return Array.from({ length: end - start }, (_, k) => ({ record, pair: start + k }));
    });
    for (let start = 0; start < pairs.length; start += BLOCK_PAIRS) {
      const block = pairs.slice(start, start + BLOCK_PAIRS);
      blockResiduals(vectors, columns, block, this.residuals);
      blockWeights(columns, block, this.tau, this.weighting, this.weights);
      await this.accumulator.add(this.sum, this.residuals, this.weights, block.length);
    }
    this.pairs += pairs.length;
    this.records += records.length;
  }

  /** ECI of what was added so far; null before the first pair. */
  score(): RunningScore | null {
    if (this.pairs === 0) return null;
    const d = this.source.vectors.dimension;
    const eci = logDetPlusIdentity(informationMatrix(this.sum, this.pairs, d), d);
    return { source: this.source.id, records: this.records, eci };
  }
}

/** Says when the running scores may be computed again without costing more than their share of time. */
export class ScorePacer {
  private spent = 0;
  private readonly start = performance.now();

  due(): boolean {
    return this.spent <= SHARE_OF_TIME * (performance.now() - this.start);
  }

  /** Runs `work` and remembers what it took. */
  timed<T>(work: () => T): T {
    const before = performance.now();
    const result = work();
    this.spent += performance.now() - before;
    return result;
  }
}
