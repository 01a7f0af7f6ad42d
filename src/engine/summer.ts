/** Keeps Σ w r rᵀ of one source under several weights at once: in float64 on the processor, or by WGSL. */

import { informationKernel } from '../gpu/information';
import { logDetKernel } from '../gpu/logdet';
import {
  accumulateInformation,
  informationMatrix,
  squareMatrix,
  traceOf,
  type UpperTriangle,
} from '../scoring/information';
import { logDetInSlices } from '../scoring/logdet';
import type { SimdSquares } from '../simd/information';
import type { SumShape } from './large';
import type { MatrixFigures } from './result';
import type { Task } from './task';

/** A sum, side×side and row-major, or a smaller matrix with the same nonzero eigenvalues. It stays the summer's. */
export interface Sum {
  readonly triangle: UpperTriangle;
  readonly side: number;
}

/** ECI and trace of Î = Σ/N. */
export type Score = Omit<MatrixFigures, 'lambda_max'>;

/** Keeps Σ w r rᵀ under each weight. Its work throws RunCancelledError, and OutOfMemoryError. */
export interface Summer {
  /** @param residuals count×d, row-major @param weights under each weight, w of each of the pairs */
  add(residuals: Float64Array, weights: readonly Float64Array[], count: number, task: Task): Promise<void>;
  sum(weight: number, task: Task): Promise<Sum>;
  /** log det(I + Î) and tr Î of the pairs so far. @param pairs N @param onShare gets the share done, from 0 to 1 */
  score(weight: number, pairs: number, task: Task, onShare?: (share: number) => void): Promise<Score>;
  destroy(): void;
}

export type OpenSummer = (shape: SumShape, weights: number) => Promise<Summer>;

/** In float64. @param squares null: in JavaScript @throws OutOfMemoryError */
export function onProcessor(dimension: number, weights: number, squares: SimdSquares | null): Summer {
  const sums = Array.from({ length: weights }, () => squareMatrix(dimension));
  const of = (weight: number) => sums[weight] as Float64Array;
  return {
    async add(residuals, columns, count, task) {
      for (const [w, column] of columns.entries()) {
        if (squares) await task.follow(squares.add(of(w), residuals, column, count));
        else accumulateInformation(of(w), residuals, column, count, dimension);
      }
    },
    sum: (weight) => Promise.resolve({ triangle: of(weight), side: dimension }),
    score: (weight, pairs, task, onShare) =>
      scoreOf(informationMatrix(of(weight), pairs, dimension), dimension, task, onShare),
    destroy: () => undefined,
  };
}

/** Residuals and weights in float32, sums in two of them, log-det and trace by WGSL. @throws GpuResourceError */
export function onGpu(device: GPUDevice): OpenSummer {
  return async ({ dimension }, weights) => {
    const kernel = await informationKernel(device, dimension, weights);
    const logDet = await logDetKernel(device, dimension);
    return {
      add(residuals, columns, count) {
        kernel.run({ residuals: residuals.subarray(0, count * dimension), weights: columns });
        return Promise.resolve();
      },
      sum: async (weight) => ({ triangle: await kernel.sum(weight), side: dimension }),
      score: async (weight, pairs) => {
        const { logDet: eci, trace } = await logDet.run(kernel.tilesOf(weight), 1 / pairs);
        return { eci, trace };
      },
      destroy: () => {
        kernel.destroy();
        logDet.destroy();
      },
    };
  };
}

/** ECI and trace of Î. @param triangle its upper triangle, which is overwritten @throws RunCancelledError */
export async function scoreOf(
  triangle: UpperTriangle,
  side: number,
  task: Task,
  onShare?: (share: number) => void,
): Promise<Score> {
  const trace = traceOf(triangle, side);
  return { trace, eci: await task.follow(logDetInSlices(triangle, side), onShare) };
}
