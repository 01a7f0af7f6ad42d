/** Waits for a worker that may break off. */

import { orBroken } from '../or-broken';
import { WorkerCrashedError } from './errors';

/**
 * Makes `guard`, which resolves with a worker's answer or rejects like `crashed`. The candidates worker does not outlive its
 * table store: if an answer fails because the store did not start or broke off, that is reported once, for the worker.
 *
 * @param crashed rejects once a worker broke off
 * @param breakOff makes `crashed` reject
 */
export function guardWith(
  crashed: Promise<never>,
  breakOff: (error: Error) => void,
): <T>(answer: Promise<T>) => Promise<T> {
  const guard = orBroken(crashed);
  return async (answer) => {
    try {
      return await guard(answer);
    } catch (error) {
      // Errors from a worker keep only their name.
      if (!(error instanceof Error)) throw error;
      if (error.name === 'StoreStartError') breakOff(error);
      else if (error.name === 'StoreBrokenError')
        breakOff(new WorkerCrashedError('candidates', 'its table store (DuckDB) broke off.', error.message));
      else throw error;
      return crashed;
    }
  };
}
