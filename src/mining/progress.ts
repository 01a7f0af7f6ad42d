/** The stages of a mining: how far it is, in words, and the work itself, which gives way to messages and can be cancelled. */

import { Task } from '../engine/task';
import { now, paceOf, secondsSince, type Pace } from '../engine/time';
import type { Sliced } from '../scoring/sliced';
import { formatBytes, formatCount, formatSeconds } from '../ui/words';

/** What is done in each stage, and what it counts; null: bytes. */
const STAGES = {
  read: ['Reading', null],
  copies: ['Looking for copies of positives', 'passages'],
  open: ['Opening the encoder', null],
  'open-cross': ['Opening the cross-encoder', null],
  encode: ['Embedding', 'texts'],
  index: ['Indexing', 'passages'],
  search: ['Mining', 'queries'],
  write: ['Writing', 'records'],
} as const satisfies Readonly<Record<string, readonly [words: string, counted: string | null]>>;

export type Stage = keyof typeof STAGES;

export interface MiningProgress extends Pace {
  readonly stage: Stage;
  readonly done: number;
  readonly total: number;
}

/** `Mining: 713 of 1,190 queries, 5,900 queries/s, 1 s left`. */
export function progressInWords({ stage, done, total, rate, secondsLeft }: MiningProgress): string {
  const [name, counted] = STAGES[stage];
  if (total === 0) return `${name} …`;
  const [number, what] = counted === null ? [formatBytes, ''] : [formatCount, ` ${counted}`];
  const parts = [`${name}: ${number(done)} of ${number(total)}${what}`];
  if (rate !== null) parts.push(`${number(rate)}${what}/s`);
  if (secondsLeft !== null) parts.push(`${formatSeconds(secondsLeft)} left`);
  return parts.join(', ');
}

export class Work {
  readonly task = new Task();
  private stage: Stage | null = null;
  private began = 0;
  private told = 0;

  constructor(private readonly onProgress: (progress: MiningProgress) => void = () => undefined) {}

  /** Tells how far a stage is, and its rate since it began, every 50 ms. */
  tell(stage: Stage, done: number, total: number): void {
    if (stage !== this.stage) this.began = now();
    else if (now() - this.told < 50 && done < total) return;
    this.stage = stage;
    this.told = now();
    this.onProgress({ stage, done, total, ...paceOf(done, total, secondsSince(this.began)) });
  }

  /** @param total passages or records of the stage @throws RunCancelledError, and what the work throws */
  follow<T>(stage: Stage, total: number, sliced: Sliced<T>): Promise<T> {
    return this.task.follow(sliced, (share) => this.tell(stage, Math.round(share * total), total));
  }
}
