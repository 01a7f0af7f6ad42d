/** What an experiment costs and how far it is, in words. */

import { paceOf } from '../../engine/time';
import { countOf, formatSeconds } from '../../ui/words';
import type { ExperimentCost, ExperimentProgress } from '../../experiments/runner';
import { paceInWords } from '../run/progress-words';

/** `About 3 s: 12,000 pairs to sum, 13 matrices.` */
export function costInWords({ texts, summedPairs, matrices, draws, seconds }: ExperimentCost): string {
  const work = [
    ...(texts > 0 ? [`${countOf(texts, 'text')} to read`] : []),
    ...(summedPairs > 0 ? [`${countOf(summedPairs, 'pair')} to sum`] : []),
    ...(matrices > 0 ? [countOf(matrices, 'matrix', 'matrices')] : []),
    ...(draws > 0 ? [countOf(draws, 'draw')] : []),
  ];
  const time = seconds < 1 ? 'Less than 1 s' : `About ${formatSeconds(seconds)}`;
  return `${[time, ...(work.length === 0 ? [] : [work.join(', ')])].join(': ')}.`;
}

/** `4,000 of 12,000 steps, 3,900 per second, 2 s left`. @param seconds since it began */
export function progressInWords(
  { done, total }: Pick<ExperimentProgress, 'done' | 'total'>,
  seconds: number,
): string {
  return paceInWords(done, total, 'steps', paceOf(done, total, seconds));
}
