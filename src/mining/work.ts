/** Work of the mining worker under way: it gives way to messages, tells how far it is, and can be cancelled. */

import { Task } from '../engine/task';
import { now, paceOf, secondsSince } from '../engine/time';
import type { Sliced } from '../scoring/sliced';
import type { MiningProgress, Stage } from './progress-words';

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
