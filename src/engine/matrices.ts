/** ECI and λ_max of a source under every weighting, from its vectors and pair columns. */

import type { MatrixFigures } from '../report/types';
import { largestEigenvalue } from '../scoring/eigen';
import { informationMatrix } from '../scoring/information';
import { logDetPlusIdentity } from '../scoring/logdet';
import { weightedTrace } from '../scoring/statistics';
import { WEIGHTING_IDS, type WeightingId } from '../scoring/weightings';
import { BLOCK_PAIRS, blockResiduals, blockWeights, pairBlocks, type BlockAccumulator } from './accumulator';
import type { SourceData } from './source-data';
import type { Task } from './task';

/**
 * One pass over the pairs in file order, all weightings' matrices side by side.
 * @param tau temperature
 */
export async function matrixFigures(
  source: SourceData,
  tau: number,
  accumulator: BlockAccumulator,
  task: Task,
): Promise<Record<WeightingId, MatrixFigures>> {
  const { columns, vectors } = source;
  const d = vectors.dimension;
  const pairs = columns.margin.length;
  const sums = WEIGHTING_IDS.map((id) => ({ id, sum: new Float64Array(d * d) }));
  const residuals = new Float64Array(BLOCK_PAIRS * d);
  const weights = new Float64Array(BLOCK_PAIRS);
  for (const block of pairBlocks(columns)) {
    blockResiduals(vectors, columns, block, residuals);
    for (const { id, sum } of sums) {
      blockWeights(columns, block, tau, id, weights);
      await accumulator.add(sum, residuals, weights, block.length);
      await task.breathe();
    }
  }
  const figures: Partial<Record<WeightingId, MatrixFigures>> = {};
  for (const { id, sum } of sums) {
    const information = informationMatrix(sum, pairs, d);
    figures[id] = {
      eci: logDetPlusIdentity(information, d),
      trace: weightedTrace(columns, tau, id),
      lambda_max: largestEigenvalue(information, d),
    };
    await task.breathe();
  }
  return figures as Record<WeightingId, MatrixFigures>;
}
