/** The candidates worker: wiring only. */

import '../src/seal/in-worker';

import { Candidates } from '../src/candidates/candidates';
import { browserEngine } from '../src/candidates/store/duckdb';
import { watchLifeline } from '../src/lifeline';
import { expose } from '../src/worker';

/** DuckDB's worker says by an error that it ended, as any other fault of it. */
function createWorker(): Worker {
  const worker = browserEngine.createWorker();
  const message = 'its worker ended without a word, as where memory runs out';
  const { stop } = watchLifeline(worker, () => worker.dispatchEvent(new ErrorEvent('error', { message })));
  const terminate = worker.terminate.bind(worker);
  // One that is ended on purpose did not break off. The seal's own is read-only: it is covered, not set.
  const value = (): void => {
    stop();
    terminate();
  };
  Object.defineProperty(worker, 'terminate', { value });
  return worker;
}

expose(new Candidates({ ...browserEngine, createWorker }));
