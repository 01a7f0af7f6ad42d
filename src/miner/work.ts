/** Work of the mining worker under way: it gives way to messages, tells how far it is, and can be cancelled. */

import { Task } from '../engine/task';
import { now, paceOf, secondsSince, type Pace } from '../engine/time';
import type { Sliced } from '../scoring/sliced';

type Stage = 'read' | 'copies' | 'open' | 'open-cross' | 'encode' | 'index' | 'search' | 'score' | 'write';

export interface MiningProgress extends Pace {
  readonly stage: Stage;
  readonly done: number;
  readonly total: number;
}

export class Work {
  readonly task = new Task();
  private stage: Stage | null = null;
  private began = 0;

  constructor(private readonly onProgress: (progress: MiningProgress) => void = () => undefined) {}

  /** Tells how far a stage is, and its rate since it began. */
  tell(stage: Stage, done: number, total: number): void {
    if (stage !== this.stage) this.began = now();
    this.stage = stage;
    this.onProgress({ stage, done, total, ...paceOf(done, total, secondsSince(this.began)) });
  }

  /** @param total passages, records or pairs of the stage @throws RunCancelledError, and what the work throws */
  follow<T>(stage: Stage, total: number, sliced: Sliced<T>): Promise<T> {
    return this.task.follow(sliced, (share) => this.tell(stage, Math.round(share * total), total));
  }
}
