/** A worker that ends without an error sends no event of its own: a Web Lock that it holds as long as it lives tells its end. */

/** Says which lock the worker holds. */
interface Lifeline {
  readonly lifeline: string;
}

const canLock = () =>
  typeof navigator === 'object' && 'locks' in navigator && typeof crypto.randomUUID === 'function';

/**
 * Called in a worker.
 * @param watcher where it is told which lock to wait for; where the browser has no locks, or none for this page, a worker that ends is not noticed
 */
export function holdLifeline(watcher: { postMessage(message: unknown): void }): void {
  if (!canLock()) return;
  const lifeline = `negscope-worker-${crypto.randomUUID()}`;
  const untilTheEnd = () => {
    watcher.postMessage({ lifeline } satisfies Lifeline);
    return new Promise<never>(() => undefined);
  };
  navigator.locks.request(lifeline, untilTheEnd).catch(() => undefined);
}

/**
 * Called by whoever opened the worker, before others listen to it: waits for the same lock.
 * @param onEnd called once the worker has ended
 * @returns what gives the watch up, and a promise that is kept once the worker said its lock, or at once where there are no locks
 */
export function watchLifeline(
  worker: Pick<EventTarget, 'addEventListener'>,
  onEnd: () => void,
): { readonly stop: () => void; readonly told: Promise<void> } {
  const ended = new AbortController();
  const { signal } = ended;
  let tell: () => void = () => undefined;
  const told = canLock() ? new Promise<void>((resolve) => (tell = resolve)) : Promise.resolve();
  worker.addEventListener('message', (event) => {
    const { data } = event as MessageEvent<unknown>;
    if (!isLifeline(data)) return;
    event.stopImmediatePropagation();
    tell();
    if (!signal.aborted) navigator.locks.request(data.lifeline, { signal }, onEnd).catch(() => undefined);
  });
  return { stop: () => ended.abort(), told };
}

function isLifeline(data: unknown): data is Lifeline {
  return typeof data === 'object' && data !== null && 'lifeline' in data;
}
