/** How a worker is opened, asked, watched and closed: the same way for every worker that speaks Comlink. */

import * as Comlink from 'comlink';

import { whileAwake } from './awake';
import { watchLifeline } from './lifeline';
import { CallWatch } from './roll-call';

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
  /** Time for which an answer is due and neither it nor progress came, in seconds: it may be stuck, or at long work. */
  quietSeconds(): number;
  /** Releases the proxy and ends the worker; nothing may be asked of it any more. */
  close(): void;
}

/**
 * A worker could not be loaded, threw an error that nothing in it caught, ended, or had a message lost. The message is a
 * sentence without its subject.
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

/**
 * Takes a worker into use. The caller makes it, since the bundler finds a worker's script only where
 * `new Worker(new URL('…', import.meta.url))` is written out.
 */
export function openWorker<Face>(worker: Worker): OpenWorker<Face> {
  let breakOff: (reason: string, details?: string) => void = () => undefined;
  const broken = new Promise<never>((_resolve, reject) => {
    breakOff = (reason, details) => reject(new WorkerBrokenError(`${reason}.`, details ?? null));
  });
  worker.onerror = (event) => {
    event.preventDefault();
    if (event.message) breakOff('an error in it was not caught', event.message);
    else breakOff('its script did not load');
  };
  worker.onmessageerror = () => breakOff('a message from it could not be read');
  const giveUp = watchLifeline(worker, () => breakOff('it ended without a word, as where memory runs out'));
  const watch = new CallWatch(worker, () => breakOff('a message to it or from it was lost'));
  // Whoever waits on the promise hears of it; without a waiter it is not an unhandled rejection.
  broken.catch(() => undefined);
  const face = Comlink.wrap<Face>(watch);
  return {
    face,
    broken,
    guard: (answer) => Promise.race([answer, broken]),
    async start(answer, limitSeconds) {
      const limit = whileAwake(limitSeconds);
      const silence = limit.over.then(() => {
        throw new WorkerSilentError(`it was silent for ${limitSeconds} s.`);
      });
      try {
        return await Promise.race([answer, broken, silence]);
      } finally {
        limit.drop();
      }
    },
    quietSeconds: () => watch.quietSeconds,
    close() {
      giveUp();
      face[Comlink.releaseProxy]();
      watch.stop();
      worker.terminate();
    },
  };
}

/** A call through a port has no answer to come: it, or its answer, was lost. */
class MessageLostError extends Error {
  override readonly name = 'MessageLostError';
  constructor(asked: string) {
    super(
      `A message to or from the ${asked} worker was lost. Try again; if it happens again, reload the page.`,
    );
  }
}

/**
 * The face that a worker offers at the other end of a port, by `expose(face, port)`. A call whose message is lost throws
 * `MessageLostError`.
 * @param asked what that worker is called
 */
export function wrapPort<Face>(port: MessagePort, asked: string): Comlink.Remote<Face> {
  const { name, message } = new MessageLostError(asked);
  const watch = new CallWatch(port, (ids) => {
    for (const id of ids) {
      const data = { id, type: 'HANDLER', name: 'throw', value: { isError: true, value: { name, message } } };
      port.dispatchEvent(new MessageEvent('message', { data }));
    }
  });
  return Comlink.wrap<Face>(watch);
}
