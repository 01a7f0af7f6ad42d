/** How long at least one of several overlapping jobs was under way. */

import { now, type Clock } from './clock';

export class BusyClock {
  private running = 0;
  private since = 0;
  private total = 0;

  /** @param clock milliseconds */
  constructor(private readonly clock: Clock = now) {}

  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.running++ === 0) this.since = this.clock();
    try {
      return await work();
    } finally {
      if (--this.running === 0) this.total += this.clock() - this.since;
    }
  }

  get seconds(): number {
    return this.total / 1000;
  }
}
