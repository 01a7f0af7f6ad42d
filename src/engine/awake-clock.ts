/** How long a run has worked. While the lid is closed no time passes: no rate drops by it, and no run becomes a long one. */

import { now, type Clock } from './clock';

/** Seconds between two looks at the clock. */
const TICK = 1;

/** What two looks may lie apart, in seconds, where the worker only was busy in between. */
const MOST_BETWEEN = 10;

export class AwakeClock {
  private counted = 0;
  private last: number;
  private readonly timer: ReturnType<typeof setInterval>;

  /** @param clock milliseconds */
  constructor(private readonly clock: Clock = now) {
    this.last = clock();
    this.timer = setInterval(() => this.look(), TICK * 1000);
  }

  /** Seconds since it was made. */
  get seconds(): number {
    this.look();
    return this.counted;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const seconds = (this.clock() - this.last) / 1000;
    this.last += seconds * 1000;
    this.counted += Math.min(Math.max(seconds, 0), MOST_BETWEEN);
  }
}
