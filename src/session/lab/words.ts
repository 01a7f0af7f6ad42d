/** How far an experiment is, in words. */

import { paceOf } from '../../engine/time';
import type { ExperimentProgress } from '../../experiments/runner';
import { paceInWords } from '../run/progress-words';

/** `4,000 of 12,000 steps, 3,900 per second, 2 s left`. @param seconds since it began */
export function progressInWords(
  { done, total }: Pick<ExperimentProgress, 'done' | 'total'>,
  seconds: number,
): string {
  return paceInWords(done, total, 'steps', paceOf(done, total, seconds));
}
