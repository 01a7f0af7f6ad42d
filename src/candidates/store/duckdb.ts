/** DuckDB's files in the built page. */

import workerUrl from '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js?url';
import wasmUrl from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url';

import type { DuckEngine } from './database';

/** DuckDB's `eh` build from our own origin. Its worker is a classic script, nested in the candidates worker. */
export const browserEngine: DuckEngine = {
  wasmUrl: new URL(wasmUrl, import.meta.url).href,
  createWorker: () => new Worker(new URL(workerUrl, import.meta.url)),
};
