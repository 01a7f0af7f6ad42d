/** The engine's clock and what is measured with it, in monotonic milliseconds. */

export function now(): number {
  return performance.now();
}

/** @param start an earlier reading of the clock */
export function secondsSince(start: number): number {
  return (now() - start) / 1000;
}

/** How long at least one of several overlapping jobs was running. */
export class BusyClock {
  private running = 0;
  private since = 0;
  seconds = 0;

  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.running++ === 0) this.since = now();
    try {
      return await work();
    } finally {
      if (--this.running === 0) this.seconds += secondsSince(this.since);
    }
  }
}

/** Rate and time left of a stage. */
export interface Pace {
  /** Per second; null until it is known. */
  readonly rate: number | null;
  readonly secondsLeft: number | null;
}

/** Seconds before a rate is shown. */
const FIRST_ESTIMATE = 0.5;

/** @param seconds since the stage began */
export function paceOf(done: number, total: number, seconds: number): Pace {
  if (seconds < FIRST_ESTIMATE || done === 0) return { rate: null, secondsLeft: null };
  const rate = done / seconds;
  return { rate, secondsLeft: (total - done) / rate };
}
