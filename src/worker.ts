/** How a worker is opened, asked, watched and closed, and how it offers its methods: the same way for every worker that speaks Comlink. */

import * as Comlink from 'comlink';

import { holdLifeline, watchLifeline } from './lifeline';
import { orBroken } from './or-broken';

/** What is used of a worker, whoever has opened it. */
export interface WorkerEnd extends Comlink.Endpoint {
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  terminate(): void;
}

/** An open worker. */
export interface OpenWorker<Api> {
  readonly api: Comlink.Remote<Api>;
  /** Rejects with `WorkerBrokenError` once the worker broke off; never resolves. */
  readonly broken: Promise<never>;
  /**
   * The answer of the worker.
   * @throws WorkerBrokenError where the worker breaks off before it comes
   */
  guard<T>(answer: Promise<T>): Promise<T>;
  /**
   * The worker's first answer, for which it has to load its script and whatever it needs.
   * @throws WorkerSilentError where it does not come in time; WorkerBrokenError
   */
  start<T>(answer: Promise<T>, limitSeconds: number): Promise<T>;
  /** Releases the proxy and ends the worker. */
  close(): void;
}

/**
 * A worker could not be loaded, threw an error that nothing in it caught, or ended. The message is a sentence without its
 * subject.
 */
export class WorkerBrokenError extends Error {
  override readonly name = 'WorkerBrokenError';
  /** @param details what the browser said; null where it said nothing */
  constructor(
    reason: string,
    readonly details: string | null,
  ) {
    super(reason);
  }
}

/** A worker did not answer in time. The message is a sentence without its subject. */
export class WorkerSilentError extends Error {
  override readonly name = 'WorkerSilentError';
}

/** Longest rest after the first answer for the worker to say which lock tells its end. */
const LIFELINE_LIMIT_MS = 1000;

/**
 * Takes a worker into use. The caller makes it, since the bundler finds a worker's script only where
 * `new Worker(new URL('…', import.meta.url))` is written out.
 */
export function openWorker<Api>(worker: WorkerEnd): OpenWorker<Api> {
  let breakOff: (reason: string, details?: string) => void = () => undefined;
  const broken = new Promise<never>((_resolve, reject) => {
    breakOff = (reason, details) => reject(new WorkerBrokenError(`${reason}.`, details ?? null));
  });
  // Without a waiter it is not an unhandled rejection.
  broken.catch(() => undefined);
  worker.onerror = (event) => {
    event.preventDefault();
    if (event.message) breakOff('an error in it was not caught', event.message);
    else breakOff('its script did not load');
  };
  worker.onmessageerror = () => breakOff('a message from it could not be read');
  const { stop, told } = watchLifeline(worker, () =>
    breakOff('it ended without a word, as where memory runs out'),
  );
  const api = Comlink.wrap<Api>(worker);
  return {
    api,
    broken,
    guard: orBroken(broken),
    async start(answer, limitSeconds) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const silence = new Promise<never>((_resolve, reject) => {
        const late = () => reject(new WorkerSilentError(`it was silent for ${limitSeconds} s.`));
        timer = setTimeout(late, limitSeconds * 1000);
      });
      try {
        const first = await Promise.race([answer, broken, silence]);
        // Before it a worker that ends is not noticed. One that cannot have its lock never says it.
        await Promise.race([told, new Promise((resolve) => setTimeout(resolve, LIFELINE_LIMIT_MS))]);
        return first;
      } finally {
        clearTimeout(timer);
      }
    },
    close() {
      stop();
      api[Comlink.releaseProxy]();
      worker.terminate();
    },
  };
}

/** Called in a worker: answers every call of the page or worker that opened it. */
export function expose<Api extends object>(api: Api): void {
  holdLifeline(self);
  Comlink.expose(api);
}
