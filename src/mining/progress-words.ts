/** The stages of a mining, and how far it is, in words. */

import type { Pace } from '../engine/time';
import { formatBytes, formatCount, formatSeconds } from '../ui/words';

/** What is done in each stage, and what it counts: null where bytes. */
const STAGES = {
  read: ['Reading', null],
  copies: ['Looking for copies of positives', 'passages'],
  open: ['Opening the encoder', null],
  'open-cross': ['Opening the cross-encoder', null],
  encode: ['Embedding', 'texts'],
  index: ['Indexing', 'passages'],
  search: ['Mining', 'queries'],
  score: ['Scoring pairs', 'pairs'],
  write: ['Writing', 'records'],
} as const;

export type Stage = keyof typeof STAGES;

export interface MiningProgress extends Pace {
  readonly stage: Stage;
  readonly done: number;
  readonly total: number;
}

export function stageInWords(stage: Stage): string {
  return STAGES[stage][0];
}

/** `Mining: 713 of 1,190 queries, 5,900 queries/s, 1 s left`. */
export function progressInWords({ stage, done, total, rate, secondsLeft }: MiningProgress): string {
  const [name, counted] = STAGES[stage];
  if (total === 0 || stage === 'open' || stage === 'open-cross') return `${name} …`;
  const write = (amount: number) =>
    counted === null ? formatBytes(amount) : `${formatCount(amount)} ${counted}`;
  const parts = [`${name}: ${counted === null ? formatBytes(done) : formatCount(done)} of ${write(total)}`];
  if (rate !== null) parts.push(`${write(rate)}/s`);
  if (secondsLeft !== null) parts.push(`${formatSeconds(secondsLeft)} left`);
  return parts.join(', ');
}
