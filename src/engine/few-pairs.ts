/**
 * Few pairs of long embeddings are summed by their products: with A = W^½ R/√N (N×d), Î = AᵀA, and A Aᵀ (N×N) has its
 * nonzero eigenvalues, so log-det (paper, Eq. eci_final; Sylvester's identity), trace and λ_max are the same.
 */

import { allocated } from '../scoring/memory';
import { BLOCK_PAIRS, squareMatrix, type UpperTriangle } from '../scoring/information';
import type { SumShape } from './large';
import { scoreOf, type OpenSummer, type Summer } from './summer';
import type { Task } from './task';

/** R Rᵀ is Σ c cᵀ over the components c of all residuals, so that it is summed as everything else. @throws OutOfMemoryError */
export function onPairs(
  open: OpenSummer,
  { pairs: side, dimension }: SumShape,
  weights: number,
): Promise<Summer> {
  const length = dimension * side;
  const components = allocated('The residuals of a source', 8 * length, () => new Float64Array(length));
  const held = Array.from({ length: weights }, () => new Float64Array(side));
  let count = 0;
  let products: UpperTriangle | null = null;
  const productsSoFar = async (task: Task): Promise<UpperTriangle> => {
    const summer = await open({ pairs: dimension, dimension: side }, 1);
    const ones = [new Float64Array(BLOCK_PAIRS).fill(1)];
    for (let start = 0; start < dimension; start += BLOCK_PAIRS) {
      const block = components.subarray(start * side, (start + BLOCK_PAIRS) * side);
      await summer.add(block, ones, block.length / side, task);
    }
    return (await summer.sum(0, task)).triangle;
  };
  /** Entry (k, l) is √(w_k w_l) r_k·r_l / N. @param divisor N */
  const weighted = async (weight: number, divisor: number, task: Task): Promise<UpperTriangle> => {
    const gram = (products ??= await productsSoFar(task));
    const roots = (held[weight] as Float64Array).map(Math.sqrt);
    const triangle = squareMatrix(side);
    for (const [k, root] of roots.entries()) {
      for (let l = k; l < side; l++) {
        const at = k * side + l;
        triangle[at] = (root * (roots[l] as number) * (gram[at] as number)) / divisor;
      }
    }
    return triangle;
  };
  return Promise.resolve({
    async add(residuals, columns, added, task) {
      products = null;
      for (let k = 0; k < added; k++, count++) {
        for (let i = 0; i < dimension; i++) {
          components[i * side + count] = residuals[k * dimension + i] as number;
        }
        for (const [w, weight] of held.entries()) weight[count] = columns[w]?.[k] as number;
      }
      await task.breathe();
    },
    sum: async (weight, task) => ({ triangle: await weighted(weight, 1, task), side }),
    score: async (weight, pairs, task, onShare) =>
      scoreOf(await weighted(weight, pairs, task), side, task, onShare),
    destroy: () => undefined,
  });
}
