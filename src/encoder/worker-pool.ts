/** Sessions in workers of their own: the engine tokenises and scores while they encode. */

import { openWorker, WorkerBrokenError, WorkerSilentError, type OpenWorker, type WorkerEnd } from '../worker';
import { EncoderWorkerError } from './errors';
import type { PoolLayout } from './runtime';
import type { BatchEncoder, EncoderWorkerApi, SessionOptions, TokenSequence } from './session';
import type { Pooling } from './types';

type Encode = BatchEncoder['encode'];

/** Longest time for a worker to load the runtime and open the session. */
const START_LIMIT_SECONDS = 180;

/** A worker, how its session pools once it is open, and how many batches it has not answered. */
interface Lane {
  readonly worker: OpenWorker<EncoderWorkerApi>;
  readonly opened: Promise<Pooling>;
  busy: number;
}

/**
 * Opens a pool. A batch whose worker dies is tried once more, on a fresh one.
 * @param read what a session is opened with, read once for the first workers and again for a fresh one
 * @throws EncoderWorkerError, and what the session and `read` throw
 */
export async function openPool(
  startWorker: () => WorkerEnd,
  read: () => Promise<SessionOptions>,
  { workers, runtime, threads }: PoolLayout,
): Promise<BatchEncoder> {
  const open = (reading: ReturnType<typeof read>): Lane => {
    const worker = openWorker<EncoderWorkerApi>(startWorker());
    const answer = reading.then((options) => worker.api.open(options, { runtime, threads }));
    const opened = worker.start(answer, START_LIMIT_SECONDS).catch(startError);
    opened.catch(() => undefined);
    return { worker, opened, busy: 0 };
  };
  const first = read();
  const lanes = Array.from({ length: workers }, () => open(first));
  const release = () => {
    for (const { worker } of lanes) worker.close();
    return Promise.resolve();
  };

  /** By the least busy worker; `isAgain` where another one died over it. */
  const encode = async (batch: readonly TokenSequence[], isAgain = false): ReturnType<Encode> => {
    const lane = lanes.reduce((least, other) => (other.busy < least.busy ? other : least));
    const { worker, opened } = lane;
    lane.busy++;
    try {
      await opened;
      return await worker.guard(worker.api.encode(batch));
    } catch (error) {
      if (!(error instanceof WorkerBrokenError)) throw error;
      // Of several batches that it had, the first one replaces it.
      const place = lanes.indexOf(lane);
      if (place >= 0) {
        worker.close();
        lanes[place] = open(read());
      }
      if (!isAgain) return await encode(batch, true);
      throw new EncoderWorkerError(
        `The encoder's workers broke off twice over the same texts, the last time because ${error.message} What was ` +
          'encoded is kept. Close other tabs, choose a smaller batch, or have fewer tokens read of a text, then press ' +
          '"Rank sources".',
      );
    } finally {
      lane.busy--;
    }
  };

  try {
    const [pooling = 'mean'] = await Promise.all(lanes.map(({ opened }) => opened));
    return { pooling, encode: (batch) => encode(batch), release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Says that a worker broke off or was silent at its start; an error that it threw itself stays. */
function startError(error: unknown): never {
  if (error instanceof WorkerBrokenError) {
    throw new EncoderWorkerError(`The encoder worker failed: ${error.message}`);
  }
  if (error instanceof WorkerSilentError) {
    throw new EncoderWorkerError(`The encoder worker did not start: ${error.message} Try again.`);
  }
  throw error;
}
