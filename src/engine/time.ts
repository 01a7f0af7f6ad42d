/** The engine's clock, and what is measured with it: monotonic milliseconds. */

/** Tests have their own. */
export type Clock = () => number;

export const now: Clock = () => performance.now();

/** @param start what the clock showed then */
export function secondsSince(start: number): number {
  return (now() - start) / 1000;
}

/** How long at least one of several overlapping jobs was under way. */
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

/** Rate and time left of a stage. */
export interface Pace {
  /** Per second; null until it is known. */
  readonly rate: number | null;
  readonly secondsLeft: number | null;
}

/** Seconds that a rate needs before it is worth showing. */
const FIRST_ESTIMATE = 0.5;

/** @param seconds since the stage began */
export function paceOf(done: number, total: number, seconds: number): Pace {
  if (seconds < FIRST_ESTIMATE || done === 0) return { rate: null, secondsLeft: null };
  const rate = done / seconds;
  return { rate, secondsLeft: (total - done) / rate };
}

/** Of the first seconds a greater share may be spent: a short run would have no curve to show otherwise. */
const EARLY = { share: 0.1, milliseconds: 5000 };

/** Says when running scores may be computed again without costing more than their share of time. */
export class ScorePacer {
  private spent = 0;
  private readonly start: number;

  /**
   * @param share most of the time since the start that may be spent, beside a tenth of the first five seconds
   * @param clock milliseconds
   */
  constructor(
    private readonly share: number,
    private readonly clock: Clock = now,
  ) {
    this.start = clock();
  }

  /** @param expected milliseconds that they will take, where it is known to be long */
  due(expected = 0): boolean {
    const elapsed = this.clock() - this.start;
    const early = EARLY.share * Math.min(elapsed, EARLY.milliseconds);
    return this.spent + expected <= this.share * elapsed + early;
  }

  /** Awaits `work` and remembers what it took. */
  async timed<T>(work: () => Promise<T>): Promise<T> {
    const before = this.clock();
    const result = await work();
    this.spent += this.clock() - before;
    return result;
  }
}
