/** Progress of a run in words. */

import type { RunProgress, RunStage } from '../../../engine/types';
import { formatCount, formatSeconds } from '../../../app/format';

export const STAGES: readonly RunStage[] = ['read', 'lexical', 'open', 'encode', 'score'];

/** `encode: 1,204 of 3,111 texts, 210 per second, 9 s left`. */
export function progressInWords({ stage, done, total, rate, secondsLeft }: RunProgress): string {
  if (stage === 'open') return 'opening the encoder';
  const what = stage === 'read' || stage === 'score' ? 'sources' : 'texts';
  const parts = [`${stage}: ${formatCount(done)} of ${formatCount(total)} ${what}`];
  if (rate !== null) parts.push(`${rate < 10 ? rate.toFixed(1) : formatCount(rate)} per second`);
  if (secondsLeft !== null) parts.push(`${formatSeconds(secondsLeft)} left`);
  return parts.join(', ');
}
