/** Opens the page's workers: the session's two, connected, those of Mine and of the linked views. */

import * as Comlink from 'comlink';

import type { Candidates } from '../candidates/candidates';
import type { PairViewsApi } from '../crossfilter/pair-views';
import type { EngineForPage } from '../engine/engine';
import type { ExperimentsForPage } from '../experiments/runner';
import { lendWorkers } from '../lent-worker';
import type { Mining } from '../mining/mining';
import { openWorker, WorkerBrokenError, WorkerSilentError, type OpenWorker } from '../worker';
import { orBroken } from '../or-broken';
import { WorkerCrashedError, WorkerStartError } from './errors';

export interface WorkerPair {
  readonly candidates: Comlink.Remote<Candidates>;
  readonly engine: Comlink.Remote<EngineForPage & ExperimentsForPage>;
  /** Rejects once one of the two broke off or was ended; never resolves. */
  readonly crashed: Promise<never>;
  /** A worker's answer, or the error of `crashed` where that comes first. */
  guard<T>(answer: Promise<T>): Promise<T>;
  /** Ends both workers, as if the engine had broken off. @param reason a sentence without its subject */
  endEngine(reason: string): void;
  terminate(): void;
}

/** A slow line needs as long for a worker's script. */
const START_LIMIT_SECONDS = 75;

/**
 * Two fresh workers, connected. The table store of the first starts when it is needed.
 * @throws WorkerStartError if one cannot be loaded, breaks off or is silent for 75 s
 */
export async function startWorkers(): Promise<WorkerPair> {
  const candidates = openWorker<Candidates>(
    new Worker(new URL('../../workers/candidates.ts', import.meta.url), { type: 'module' }),
  );
  const engine = openBorrower<EngineForPage & ExperimentsForPage>(
    new Worker(new URL('../../workers/engine.ts', import.meta.url), { type: 'module' }),
  );
  const terminate = () => {
    candidates.close();
    engine.close();
  };
  const { port1, port2 } = new MessageChannel();
  try {
    await Promise.all([
      started('candidates', candidates, candidates.api.connectEngine(Comlink.transfer(port1, [port1]))),
      started('engine', engine, engine.api.connectCandidates(Comlink.transfer(port2, [port2]))),
    ]);
  } catch (error) {
    terminate();
    throw error;
  }
  let end: (error: Error) => void = () => undefined;
  const ended = new Promise<never>((_resolve, reject) => (end = reject));
  const crashed = Promise.race([crashOf('candidates', candidates), crashOf('engine', engine), ended]);
  crashed.catch(() => undefined);
  return {
    candidates: candidates.api,
    engine: engine.api,
    crashed,
    guard: orBroken(crashed),
    endEngine(reason) {
      end(new WorkerCrashedError('engine', reason));
      terminate();
    },
    terminate,
  };
}

/** The mining worker, when the Mine page first needs it. */
export function startMiningWorker(): OpenWorker<Mining> {
  return openBorrower(new Worker(new URL('../../workers/mine.ts', import.meta.url), { type: 'module' }));
}

/** The worker of the audit's linked views, without pairs; ready once its script is loaded. */
export function openPairViews(): OpenWorker<PairViewsApi> {
  return openWorker(new Worker(new URL('../../workers/pair-views.ts', import.meta.url), { type: 'module' }));
}

/** A worker to which encoders are lent; they end with it. */
function openBorrower<Api>(worker: Worker): OpenWorker<Api> {
  const endLent = lendWorkers(worker, {
    encoder: () => new Worker(new URL('../../workers/encoder.ts', import.meta.url), { type: 'module' }),
  });
  const open = openWorker<Api>(worker);
  return {
    ...open,
    close() {
      open.close();
      endLent();
    },
  };
}

/**
 * The worker's first answer.
 * @throws WorkerStartError if it breaks off or is silent; what it throws itself is passed on
 */
async function started<Api>(name: string, open: OpenWorker<Api>, answer: Promise<void>): Promise<void> {
  try {
    await open.start(answer, START_LIMIT_SECONDS);
  } catch (error) {
    if (!(error instanceof WorkerSilentError || error instanceof WorkerBrokenError)) throw error;
    throw new WorkerStartError(name, error.message);
  }
}

/** Rejects with `WorkerCrashedError` once the worker broke off; never resolves. */
function crashOf<Api>(name: string, worker: OpenWorker<Api>): Promise<never> {
  return worker.broken.catch((error: unknown) => {
    if (!(error instanceof WorkerBrokenError)) throw error;
    throw new WorkerCrashedError(name, error.message, error.details);
  });
}
