/**
 * Tells in a moment that a worker has ended: it holds a Web Lock for as long as it lives, and whoever opened it waits
 * for the same lock. A worker that ends without an error, closed or out of memory, sends no event of its own.
 */

interface Lifeline {
  /** Name of the lock. */
  readonly lifeline: string;
}

/**
 * Called in a worker: holds its lock and tells the name. Where the browser has no locks, or none for this page, there is
 * none, and a worker that ends is noticed by its silence.
 */
export function holdLifeline(tell: (message: unknown) => void): void {
  if (!hasLocks()) return;
  const lifeline = `negscope-worker-${crypto.randomUUID()}`;
  const untilTheEnd = () => {
    tell({ lifeline } satisfies Lifeline);
    return new Promise<never>(() => undefined);
  };
  navigator.locks.request(lifeline, untilTheEnd).catch(() => undefined);
}

/**
 * Called by whoever opened the worker.
 * @param onEnd called once the worker has ended
 * @returns what gives the watch up
 */
export function watchLifeline(worker: Worker, onEnd: () => void): () => void {
  const given = new AbortController();
  const { signal } = given;
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (signal.aborted || !isLifeline(data)) return;
    navigator.locks.request(data.lifeline, { signal }, onEnd).catch(() => undefined);
  });
  return () => given.abort();
}

/** Node before version 24 has none, and a page that is not served safely has none either. */
function hasLocks(): boolean {
  return typeof navigator === 'object' && 'locks' in navigator && typeof crypto.randomUUID === 'function';
}

function isLifeline(data: unknown): data is Lifeline {
  return typeof data === 'object' && data !== null && 'lifeline' in data;
}
