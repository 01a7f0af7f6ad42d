/** How a worker is opened, asked, watched and closed: the same way for every worker that speaks Comlink. */

import * as Comlink from 'comlink';

/** An open worker. */
export interface OpenWorker<Face> {
  readonly face: Comlink.Remote<Face>;
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
  /** Releases the proxy and ends the worker; nothing may be asked of it any more. */
  close(): void;
}

/** A worker could not be loaded, or threw an error that nothing in it caught. The message is a sentence without its subject. */
export class WorkerBrokenError extends Error {
  override readonly name = 'WorkerBrokenError';
}

/** A worker did not answer in time. The message is a sentence without its subject. */
export class WorkerSilentError extends Error {
  override readonly name = 'WorkerSilentError';
}

/**
 * Takes a worker into use. The caller makes it, since the bundler finds a worker's script only where
 * `new Worker(new URL('…', import.meta.url))` is written out.
 */
export function openWorker<Face>(worker: Worker): OpenWorker<Face> {
  const broken = new Promise<never>((_resolve, reject) => {
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new WorkerBrokenError(sentence(event.message || 'its script did not load')));
    };
    worker.onmessageerror = () => reject(new WorkerBrokenError('a message from it could not be read.'));
  });
  // Whoever waits on the promise hears of it; without a waiter it is not an unhandled rejection.
  broken.catch(() => undefined);
  const face = Comlink.wrap<Face>(worker);
  return {
    face,
    broken,
    guard: (answer) => Promise.race([answer, broken]),
    async start(answer, limitSeconds) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const silence = new Promise<never>((_resolve, reject) => {
        const late = () => reject(new WorkerSilentError(`it was silent for ${limitSeconds} s.`));
        timer = setTimeout(late, limitSeconds * 1000);
      });
      try {
        return await Promise.race([answer, broken, silence]);
      } finally {
        clearTimeout(timer);
      }
    },
    close() {
      face[Comlink.releaseProxy]();
      worker.terminate();
    },
  };
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
