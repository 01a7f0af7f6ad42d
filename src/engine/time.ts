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

/** A larger share is allowed in the first seconds, or short runs would have no curve to show. */
const EARLY = { share: 0.1, milliseconds: 5000 };

/** Decides when running scores may be computed without using more than their share of time. */
export class ScorePacer {
  private spent = 0;
  private readonly start = now();

  /** @param share largest share of the time so far, beside a tenth of the first five seconds */
  constructor(private readonly share: number) {}

  /** @param expected milliseconds that the scores will take, if long */
  due(expected: number): boolean {
    const elapsed = now() - this.start;
    const early = EARLY.share * Math.min(elapsed, EARLY.milliseconds);
    return this.spent + expected <= this.share * elapsed + early;
  }

  /** Runs `work` and counts its time. */
  async timed<T>(work: () => Promise<T>): Promise<T> {
    const before = now();
    const result = await work();
    this.spent += now() - before;
    return result;
  }
}
