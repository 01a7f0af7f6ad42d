/** Rate and time left of a stage. */

export interface Pace {
  /** Per second; null until it can be told. */
  readonly rate: number | null;
  readonly secondsLeft: number | null;
}

/** Seconds that a rate needs before it is worth showing. */
const FIRST_ESTIMATE = 0.5;

/**
 * @param seconds since the stage began
 */
export function paceOf(done: number, total: number, seconds: number): Pace {
  if (seconds < FIRST_ESTIMATE || done === 0) return { rate: null, secondsLeft: null };
  const rate = done / seconds;
  return { rate, secondsLeft: (total - done) / rate };
}
