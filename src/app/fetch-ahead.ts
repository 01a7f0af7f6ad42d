/** Has the browser fetch what the workers will ask for into its cache, while the page is idle. No worker is started. */

import duckWorker from '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js?url';
import duckModule from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url';
import runtimeLoader from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import runtimeModule from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';

/** What every run of an encoder needs, whatever the model. */
const ALWAYS = [duckWorker, duckModule, runtimeLoader, runtimeModule];

const fetched = new Set<string>();

/**
 * Fetches what a run needs, each address once. A user who wants to save data gets nothing ahead.
 * @param more addresses beside those that every run needs
 */
export function fetchAhead(more: readonly string[]): void {
  if (savesData()) return;
  whenIdle(() => {
    for (const address of [...ALWAYS, ...more]) {
      const { href } = new URL(address, document.baseURI);
      if (fetched.has(href)) continue;
      fetched.add(href);
      void fetchAway(href);
    }
  });
}

/** Reads a file to its end and keeps nothing of it but what the browser's cache keeps. */
async function fetchAway(address: string): Promise<void> {
  try {
    const { body } = await fetch(address, { priority: 'low' });
    await body?.pipeTo(new WritableStream());
  } catch {
    fetched.delete(address);
  }
}

/** True where the user has asked the browser to load less. */
export function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null;
  return (
    typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
  );
}

/** Safari has no idle callback: there the next task has to do. */
function whenIdle(callback: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: 2000 });
  else setTimeout(callback, 0);
}
