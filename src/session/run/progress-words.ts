/** Progress of a run in words. */

import type { Pace } from '../../engine/time';
import type { RunProgress, RunStage } from '../../engine/types';
import { formatCount, formatPercent, formatSeconds } from '../../ui/words';

const STEPS: Readonly<Record<RunStage, readonly [words: string, counted: string]>> = {
  read: ['reading', 'sources'],
  lexical: ['weighing words', 'texts'],
  open: ['loading encoder', 'encoders'],
  encode: ['embedding', 'texts'],
  score: ['scoring', 'pairs'],
  matrix: ['adding up', 'sources'],
  known: ['looking for known positives', 'pairs'],
  baseline: ['scoring random passages', 'pairs'],
};

const CHECKS: readonly RunStage[] = ['known', 'baseline'];

/** `embedding: 1,204 of 3,111 texts, 210 per second, 9 s left`. */
export function progressInWords({ stage, done, total, rate, secondsLeft }: RunProgress): string {
  const [words, counted] = STEPS[stage];
  if (stage === 'open') return words;
  if (stage === 'matrix') return `${words}: ${shareInWords(done, total, secondsLeft)}`;
  return `${words}: ${paceInWords(done, total, counted, { rate, secondsLeft })}`;
}

/** `45 %, 9 s left`. */
export function shareInWords(done: number, total: number, secondsLeft: number | null = null): string {
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

/** For the window's title: `64 %` of the texts, or the step; those after the scores are one. */
export function progressInTitle({ stage, done, total }: RunProgress): string {
  if (stage === 'encode' && total > 0) return formatPercent(done / total, 0);
  return CHECKS.includes(stage) ? 'checking' : STEPS[stage][0];
}
