/** How far a mining is, in words. */

import type { MiningProgress } from './work';
import { formatBytes, formatCount, formatSeconds } from '../ui/words';

export const STAGE_WORDS: Readonly<Record<MiningProgress['stage'], string>> = {
  read: 'Reading',
  copies: 'Looking for copies of positives',
  open: 'Opening the encoder',
  'open-cross': 'Opening the cross-encoder',
  encode: 'Embedding',
  index: 'Indexing',
  search: 'Mining',
  score: 'Scoring pairs',
  write: 'Writing',
};

const UNITS: Readonly<Partial<Record<MiningProgress['stage'], string>>> = {
  copies: 'passages',
  encode: 'texts',
  index: 'passages',
  search: 'queries',
  score: 'pairs',
  write: 'records',
};

/** `Mining: 713 of 1,190 queries, 5,900 queries/s, 1 s left`. */
export function progressInWords({ stage, done, total, rate, secondsLeft }: MiningProgress): string {
  const name = STAGE_WORDS[stage];
  if (total === 0 || stage === 'open' || stage === 'open-cross') return `${name} …`;
  const unit = UNITS[stage];
  const write = unit === undefined ? formatBytes : formatCount;
  const parts = [`${name}: ${write(done)} of ${write(total)}${unit === undefined ? '' : ` ${unit}`}`];
  if (rate !== null) parts.push(`${write(rate)}${unit === undefined ? '' : ` ${unit}`}/s`);
  if (secondsLeft !== null) parts.push(`${formatSeconds(secondsLeft)} left`);
  return parts.join(', ');
}
