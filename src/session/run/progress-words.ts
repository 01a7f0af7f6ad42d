/** Progress of a run in words. */

import type { Pace } from '../../engine/time';
import type { RunProgress, RunStage } from '../../engine/types';
import { formatCount, formatPercent, formatSeconds } from '../../ui/words';

/** The stages in order, each in a plain word. */
export const STAGES: readonly { readonly id: RunStage; readonly words: string }[] = [
  { id: 'read', words: 'reading' },
  { id: 'lexical', words: 'weighing words' },
  { id: 'open', words: 'loading encoder' },
  { id: 'encode', words: 'embedding' },
  { id: 'score', words: 'scoring' },
  { id: 'matrix', words: 'adding up' },
];

const WHAT = { read: 'sources', lexical: 'texts', encode: 'texts', score: 'pairs' } as const;

/** `embedding: 1,204 of 3,111 texts, 210 per second, 9 s left`. */
export function progressInWords({ stage, done, total, rate, secondsLeft }: RunProgress): string {
  const words = STAGES.find(({ id }) => id === stage)?.words ?? stage;
  if (stage === 'open') return words;
  if (stage === 'matrix') return `${words}: ${shareInWords(done, total, secondsLeft)}`;
  const what = WHAT[stage];
  return `${words}: ${paceInWords(done, total, what, { rate, secondsLeft })}`;
}

/** `45 %, 9 s left`. */
function shareInWords(done: number, total: number, secondsLeft: number | null): string {
  const share = formatPercent(total === 0 ? 1 : done / total, 0);
  return secondsLeft === null ? share : `${share}, ${formatSeconds(secondsLeft)} left`;
}

/** `1,204 of 3,111 texts, 210 per second, 9 s left`. @param what is counted, in the plural */
export function paceInWords(done: number, total: number, what: string, { rate, secondsLeft }: Pace): string {
  const parts = [`${formatCount(done)} of ${formatCount(total)} ${what}`];
  if (rate !== null) parts.push(`${rate < 10 ? rate.toFixed(1) : formatCount(rate)} per second`);
  if (secondsLeft !== null) parts.push(`${formatSeconds(secondsLeft)} left`);
  return parts.join(', ');
}

/** For the window's title: `64 %` of the texts, or the stage. */
export function progressInTitle({ stage, done, total }: RunProgress): string {
  if (stage === 'encode' && total > 0) return formatPercent(done / total, 0);
  return STAGES.find(({ id }) => id === stage)?.words ?? stage;
}
