/** The engine's clock and what is measured with it, in monotonic milliseconds. */

export function now(): number {
  return performance.now();
}

/** @param start an earlier reading of the clock */
export function secondsSince(start: number): number {
  return (now() - start) / 1000;
}

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
