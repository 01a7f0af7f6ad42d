/** Starts the two workers, connects them with each other, and says so when one breaks off. */

import * as Comlink from 'comlink';

import type { CandidatesForPage } from '../candidates/types';
import type { EngineForPage } from '../engine/types';
import { WorkerCrashedError, WorkerStartError } from './errors';

export interface WorkerPair {
  readonly candidates: Comlink.Remote<CandidatesForPage>;
  readonly engine: Comlink.Remote<EngineForPage>;
  /** Rejects with `WorkerCrashedError` once one of the two broke off; never resolves. */
  readonly crashed: Promise<never>;
  /** The answer of a worker, or `WorkerCrashedError` if one breaks off before it comes. */
  guard<T>(answer: Promise<T>): Promise<T>;
  terminate(): void;
}

/** Longer than the limit of the table store inside the candidates worker, whose message says more. */
const START_LIMIT_SECONDS = 75;

/**
 * Two fresh workers, connected and started.
 * @throws WorkerStartError where one cannot be loaded, breaks off while it starts, or is silent for 75 s;
 *   whatever a worker itself throws while it starts, such as `StoreStartError`
 */
export async function startWorkers(): Promise<WorkerPair> {
  const candidatesWorker = new Worker(new URL('../../workers/candidates.ts', import.meta.url), {
    type: 'module',
  });
  const engineWorker = new Worker(new URL('../../workers/engine.ts', import.meta.url), { type: 'module' });
  const crashed = Promise.race([broken('candidates', candidatesWorker), broken('engine', engineWorker)]);
  // Whoever waits on the promise hears of it; without a waiter it is not an unhandled rejection.
  crashed.catch(() => undefined);
  const pair: WorkerPair = {
    candidates: Comlink.wrap<CandidatesForPage>(candidatesWorker),
    engine: Comlink.wrap<EngineForPage>(engineWorker),
    crashed,
    guard: (answer) => Promise.race([answer, crashed]),
    terminate() {
      candidatesWorker.terminate();
      engineWorker.terminate();
    },
  };
  try {
    const { port1, port2 } = new MessageChannel();
    await Promise.all([
      started('candidates', pair, async () => {
        await pair.candidates.connectEngine(Comlink.transfer(port1, [port1]));
        await pair.candidates.start();
      }),
      started('engine', pair, () => pair.engine.connectCandidates(Comlink.transfer(port2, [port2]))),
    ]);
  } catch (error) {
    pair.terminate();
    throw error;
  }
  return pair;
}

/** Rejects when the worker reports an error that nothing in it caught. */
function broken(name: string, worker: Worker): Promise<never> {
  return new Promise((_resolve, reject) => {
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new WorkerCrashedError(name, sentence(event.message, 'it gave no reason.')));
    };
    worker.onmessageerror = () => {
      reject(new WorkerCrashedError(name, 'a message from it could not be read.'));
    };
  });
}

async function started(name: string, pair: WorkerPair, start: () => Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new WorkerStartError(name, `it was silent for ${START_LIMIT_SECONDS} s.`));
    }, START_LIMIT_SECONDS * 1000);
  });
  const crash = pair.crashed.catch((error: unknown) => {
    throw error instanceof WorkerCrashedError ? new WorkerStartError(error.worker, error.detail) : error;
  });
  try {
    await Promise.race([start(), crash, silence]);
  } finally {
    clearTimeout(timer);
  }
}

function sentence(text: string | undefined, otherwise: string): string {
  if (!text) return otherwise;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
