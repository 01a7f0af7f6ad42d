/** What the encoder asks of a browser and Node lacks: the page's address, the number of cores, and workers. */

import { vi } from 'vitest';

import type { KnownEncoder } from '../../src/encoder/types';
import { InThreadWorker, startEncoderWorker } from './in-thread-worker';

export { startEncoderWorker };

/** What an encoder is opened in. @param known encoders of runs before */
export const surroundings = (known = new Map<string, KnownEncoder>()) => ({
  base: new URL('http://localhost/models/'),
  startWorker: startEncoderWorker,
  known,
  failed: new Map<string, string>(),
});

/** tests/support/restore.ts takes them away again. @param cores one worker each */
export function stubBrowserGlobals(cores = 1): void {
  vi.stubGlobal('self', { crossOriginIsolated: false, location: { href: 'http://localhost/' } });
  vi.stubGlobal('navigator', { hardwareConcurrency: cores });
  vi.stubGlobal('Worker', InThreadWorker);
  // onnxruntime-web puts Node's worker threads there when it starts: they cannot run a page's worker.
  Object.defineProperty(globalThis, 'Worker', {
    get: () => InThreadWorker,
    set: () => undefined,
    configurable: true,
  });
}
