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
  watchLifeline(worker, () => worker.dispatchEvent(new ErrorEvent('error', { message })));
  return worker;
}

expose(new Candidates({ ...browserEngine, createWorker }));
