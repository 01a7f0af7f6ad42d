/** The figures of one information matrix, computed in slices. */

import { largestEigenvalueInSlices } from '../scoring/eigen';
import { logDetInSlices } from '../scoring/logdet';
import type { MatrixFigures } from './result';
import type { Information } from './sum-store';
import type { Task } from './task';

/**
 * ECI and λ_max of a matrix, with its trace.
 * @param information is overwritten
 * @param onShare gets the share done, from 0 to 1
 * @throws RunCancelledError
 */
export async function figuresOf(
  { matrix, side }: Information,
  trace: number,
  task: Task,
  onShare: (share: number) => void = () => undefined,
): Promise<MatrixFigures> {
  const lambda_max = await task.follow(largestEigenvalueInSlices(matrix, side));
  const eci = await task.follow(logDetInSlices(matrix, side), onShare);
  return { eci, trace, lambda_max };
}
