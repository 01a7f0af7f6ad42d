/** Opens the session's two workers, connects them with each other, and says so when one breaks off. */

import * as Comlink from 'comlink';

import type { CandidatesForPage } from '../candidates/faces';
import type { EngineForPage } from '../engine/types';
import { countLent } from '../wiring/lent';
import { openWorker, WorkerBrokenError, WorkerSilentError, type OpenWorker } from '../wiring/open-worker';
import { WorkerCrashedError, WorkerStartError } from './errors';
import { guardWith } from './worker-guard';
import { sealOfPage } from './seal-of-page';
import { whyNotLoaded } from './worker-reason';

export interface WorkerPair {
  readonly candidates: Comlink.Remote<CandidatesForPage>;
  readonly engine: Comlink.Remote<EngineForPage>;
  /** Rejects with `WorkerCrashedError` once one of the two broke off or was given up; never resolves. */
  readonly crashed: Promise<never>;
  /** The answer of a worker, or `WorkerCrashedError` if one breaks off before it comes. */
  guard<T>(answer: Promise<T>): Promise<T>;
  /** The worker that has owed an answer for longest without a word; null where none does. */
  quietest(): QuietWorker | null;
  /** Ends both workers, as if the quiet one had broken off. */
  giveUp(quiet: QuietWorker): void;
  terminate(): void;
}

/** A worker that owes an answer and says nothing: it may be stuck, or at long work. */
export interface QuietWorker {
  /** What it is called. */
  readonly worker: string;
  readonly seconds: number;
}

/** Longer than the limit of the table store inside the candidates worker, whose message says more. */
const START_LIMIT_SECONDS = 75;

// Progress that a worker tells is a sign that it is not stuck.
countLent();

/**
 * Two fresh workers, connected and started.
 * @throws WorkerStartError where one cannot be loaded, breaks off while it starts, or is silent for 75 s;
 *   whatever a worker itself throws while it starts, such as `StoreStartError`
 */
export async function startWorkers(): Promise<WorkerPair> {
  const candidatesWorker = new Worker(new URL('../../workers/candidates.ts', import.meta.url), {
    type: 'module',
  });
  const candidates = openWorker<CandidatesForPage>(candidatesWorker);
  const engineWorker = new Worker(new URL('../../workers/engine.ts', import.meta.url), { type: 'module' });
  const engine = openWorker<EngineForPage>(engineWorker);
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
      started('candidates', candidatesWorker, candidates, startCandidates()),
      started(
        'engine',
        engineWorker,
        engine,
        engine.face.connectCandidates(Comlink.transfer(port2, [port2])),
      ),
    ]);
  } catch (error) {
    terminate();
    throw error;
  }
  let giveUp: (error: WorkerCrashedError) => void = () => undefined;
  const givenUp = new Promise<never>((_resolve, reject) => (giveUp = reject));
  const crashed = Promise.race([crashOf('candidates', candidates), crashOf('engine', engine), givenUp]);
  crashed.catch(() => undefined);
  return {
    candidates: candidates.face,
    engine: engine.face,
    crashed,
    guard: guardWith(crashed, giveUp),
    quietest() {
      const [first, second] = [quiet('candidates', candidates), quiet('engine', engine)];
      const longest = second.seconds > first.seconds ? second : first;
      return longest.seconds > 0 ? longest : null;
    },
    giveUp({ worker, seconds }) {
      giveUp(new WorkerCrashedError(worker, `it told nothing for ${seconds} s and was ended.`));
      terminate();
    },
    terminate,
  };
}

/**
 * The worker's first answer.
 * @throws WorkerStartError where it breaks off or is silent; what it throws itself says more, and stays
 */
async function started<Face>(
  name: string,
  worker: Worker,
  open: OpenWorker<Face>,
  answer: Promise<void>,
): Promise<void> {
  try {
    await open.start(answer, START_LIMIT_SECONDS);
  } catch (error) {
    const silentOrBroken = error instanceof WorkerSilentError || error instanceof WorkerBrokenError;
    if (!silentOrBroken) throw error;
    const script = sealOfPage()?.scriptOf(worker) ?? null;
    const reason = script === null ? null : await whyNotLoaded(script, crossOriginIsolated);
    throw new WorkerStartError(name, reason ?? error.message);
  }
}

function quiet<Face>(worker: string, open: OpenWorker<Face>): QuietWorker {
  return { worker, seconds: Math.round(open.quietSeconds()) };
}

/** Rejects with `WorkerCrashedError` once the worker broke off; never resolves. */
function crashOf<Face>(name: string, worker: OpenWorker<Face>): Promise<never> {
  return worker.broken.catch((error: unknown) => {
    if (!(error instanceof WorkerBrokenError)) throw error;
    throw new WorkerCrashedError(name, error.message, error.details);
  });
}
