/** Time limits that count only while the computer is awake: a lid that was closed for hours makes no worker late. */

export interface AwakeLimit {
  /** Resolves when so many seconds have been counted. */
  readonly over: Promise<void>;
  /** Counts no further. */
  drop(): void;
}

/** Counts second by second: however long the clock stood still, or jumped, that is one of them. */
export function whileAwake(seconds: number): AwakeLimit {
  let left = seconds;
  let timer: ReturnType<typeof setInterval> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      left--;
      if (left > 0) return;
      clearInterval(timer);
      resolve();
    }, 1000);
  });
  return { over, drop: () => clearInterval(timer) };
}
