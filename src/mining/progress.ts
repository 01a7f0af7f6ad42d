/** The stages of a mining: how far it is, in words, and the work itself, which gives way to messages and can be cancelled. */

import { Task } from '../engine/task';
import { now, paceOf, secondsSince } from '../engine/time';
import type { Sliced } from '../scoring/sliced';
import { paceInWords, type Progress } from '../ui/words';

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

export interface MiningProgress extends Progress {
  readonly stage: Stage;
}

/** `Mining: 713 of 1,190 queries, 5,900 per second, 1 s left`. */
export function progressInWords(progress: MiningProgress): string {
  const [name, counted] = STAGES[progress.stage];
  return progress.total === 0 ? `${name} …` : `${name}: ${paceInWords(progress, counted)}`;
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
