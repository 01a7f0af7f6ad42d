/** Fetches what a run needs into the browser's cache while the page is idle. */

import runtimeLoader from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import runtimeModule from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';

const RUNTIME = [runtimeLoader, runtimeModule];

const fetched = new Set<string>();

/** Fetches each address once; nothing if the user saves data. @param runtime false for an encoder that needs no onnxruntime */
export function fetchAhead(more: readonly string[], runtime: boolean): void {
  if (savesData()) return;
  whenIdle(() => {
    for (const address of [...(runtime ? RUNTIME : []), ...more]) {
      const { href } = new URL(address, document.baseURI);
      if (fetched.has(href)) continue;
      fetched.add(href);
      fetch(href, { priority: 'low' })
        .then(({ body }) => body?.pipeTo(new WritableStream()))
        .catch(() => fetched.delete(href));
    }
  });
}

/** True if the user asked the browser to load less. */
export function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null;
  return Reflect.get(Object(connection) as object, 'saveData') === true;
}

/** Safari has no idle callback: there it is the next task. */
export function whenIdle(callback: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: 2000 });
  else setTimeout(callback, 0);
}
