/** The engine's one clock: monotonic milliseconds. */

/** What tells the time; tests have their own. */
export type Clock = () => number;

export const now: Clock = () => performance.now();

/** @param start what the clock said then */
export function secondsSince(start: number): number {
  return (now() - start) / 1000;
}
