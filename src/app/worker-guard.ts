/** Waiting for the answer of a worker that may break off. */

import { WorkerCrashedError } from './errors';

/** Of an error that crossed from a worker only the name is left. */
const STORE_BROKEN = 'StoreBrokenError';

/**
 * Makes `guard`, which gives a worker's answer, or rejects with what `crashed` rejects with. The candidates worker does
 * not outlive its table store: where an answer fails because the store broke off, that is announced once, as a crash, and
 * not also as the failure of whoever asked.
 *
 * @param crashed rejects once a worker broke off
 * @param breakOff makes `crashed` reject
 */
export function guardWith(
  crashed: Promise<never>,
  breakOff: (error: WorkerCrashedError) => void,
): <T>(answer: Promise<T>) => Promise<T> {
  return async (answer) => {
    try {
      return await Promise.race([answer, crashed]);
    } catch (error) {
      if (!(error instanceof Error && error.name === STORE_BROKEN)) throw error;
      breakOff(new WorkerCrashedError('candidates', 'its table store (DuckDB) broke off.', error.message));
      return crashed;
    }
  };
}
