/** Opens the session's two workers, connects them with each other, and says so when one breaks off. */

import * as Comlink from 'comlink';

import type { CandidatesForPage } from '../candidates/faces';
import type { EngineForPage } from '../engine/types';
import { openWorker, WorkerBrokenError, WorkerSilentError, type OpenWorker } from '../wiring/open-worker';
import { noticeOf, WorkerCrashedError, WorkerStartError } from './errors';

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
  const candidates = openWorker<CandidatesForPage>(
    new Worker(new URL('../../workers/candidates.ts', import.meta.url), { type: 'module' }),
  );
  const engine = openWorker<EngineForPage>(
    new Worker(new URL('../../workers/engine.ts', import.meta.url), { type: 'module' }),
  );
  const terminate = () => {
    candidates.close();
    engine.close();
  };
  const { port1, port2 } = new MessageChannel();
  const startCandidates = async () => {
    await candidates.face.connectEngine(Comlink.transfer(port1, [port1]));
    await candidates.face.start();
  };
  try {
    await Promise.all([
      started('candidates', candidates, startCandidates()),
      started('engine', engine, engine.face.connectCandidates(Comlink.transfer(port2, [port2]))),
    ]);
  } catch (error) {
    terminate();
    throw error;
  }
  const crashed = Promise.race([crashOf('candidates', candidates), crashOf('engine', engine)]);
  crashed.catch(() => undefined);
  return {
    candidates: candidates.face,
    engine: engine.face,
    crashed,
    guard: (answer) => Promise.race([answer, crashed]),
    terminate,
  };
}

/** @throws WorkerStartError where the worker breaks off or is silent; what it throws itself says more, and stays */
async function started<Face>(name: string, worker: OpenWorker<Face>, answer: Promise<void>): Promise<void> {
  try {
    await worker.start(answer, START_LIMIT_SECONDS);
  } catch (error) {
    const silentOrBroken = error instanceof WorkerSilentError || error instanceof WorkerBrokenError;
    throw silentOrBroken ? new WorkerStartError(name, error.message) : error;
  }
}

/** Rejects with `WorkerCrashedError` once the worker broke off; never resolves. */
function crashOf<Face>(name: string, worker: OpenWorker<Face>): Promise<never> {
  return worker.broken.catch((error: unknown) => {
    throw new WorkerCrashedError(name, noticeOf(error).message);
  });
}
