/** Waits for a worker that may break off. */

import { orBroken } from '../or-broken';
import { WorkerCrashedError } from './errors';

/** Errors from a worker keep only their name. */
const STORE_BROKEN = 'StoreBrokenError';

/**
 * Makes `guard`, which resolves with a worker's answer or rejects like `crashed`. The candidates worker does not outlive its
 * table store: if an answer fails because the store broke off, that is reported once, as a crash of the worker.
 *
 * @param crashed rejects once a worker broke off
 * @param breakOff makes `crashed` reject
 */
export function guardWith(
  crashed: Promise<never>,
  breakOff: (error: WorkerCrashedError) => void,
): <T>(answer: Promise<T>) => Promise<T> {
  const guard = orBroken(crashed);
  return async (answer) => {
    try {
      return await guard(answer);
    } catch (error) {
      if (!(error instanceof Error && error.name === STORE_BROKEN)) throw error;
      breakOff(new WorkerCrashedError('candidates', 'its table store (DuckDB) broke off.', error.message));
      return crashed;
    }
  };
}
