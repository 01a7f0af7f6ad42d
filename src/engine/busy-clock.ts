/** How long at least one of several overlapping jobs was under way. */

export class BusyClock {
  private running = 0;
  private since = 0;
  private total = 0;

  /** @param now milliseconds of a monotonic clock */
  constructor(private readonly now: () => number = () => performance.now()) {}

  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.running++ === 0) this.since = this.now();
    try {
      return await work();
    } finally {
      if (--this.running === 0) this.total += this.now() - this.since;
    }
  }

  get seconds(): number {
    return this.total / 1000;
  }
}
