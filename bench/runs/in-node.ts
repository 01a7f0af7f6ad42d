/** A run of the engine's own code in Node, with a model folder on disk. */

import { EmbeddingCache } from '../../src/encoder/cache/embedding-cache';
import type { Encoder } from '../../src/encoder/encoder';
import type { ModelSource } from '../../src/encoder/types';
import { SumStores } from '../../src/engine/sum-stores';
import type { FinishedRun } from '../../src/engine/finished-run';
import { Run } from '../../src/engine/run';
import type { RunRequest } from '../../src/engine/types';
import { candidatesInMemory, type TextRecord } from '../../tests/support/candidates';
import { InThreadWorker, startEncoderWorker } from '../../tests/support/in-thread-worker';
import { RUN_SETTINGS } from '../../tests/support/results';

/** A run over all records of the sources, which are all references: columns filled, vectors at hand. */
export async function runInNode(
  names: readonly string[],
  read: readonly (readonly TextRecord[])[],
  model: ModelSource,
): Promise<FinishedRun> {
  const request: RunRequest = {
    sources: names.map((name, id) => ({ id, name, setting: 'all', reference: true })),
    encoder: {
      model,
      onnx: 'onnx/model.onnx',
      settings: { queryPrefix: '', passagePrefix: '', pooling: 'mean', maxTokens: 128, normalise: true },
    },
    device: 'wasm',
    settings: RUN_SETTINGS,
    stop: { rule: 'all', level: 0.95 },
  };
  const restore = lendBrowserGlobals();
  try {
    const run = new Run(
      request,
      {
        candidates: candidatesInMemory(read),
        encoders: {
          base: new URL('http://localhost/models/'),
          openGpu: () => Promise.reject(new Error('Sums are made on the CPU.')),
          startWorker: startEncoderWorker,
        },
        stores: new SumStores(null),
        openCache: async (encoder: Encoder) => EmbeddingCache.open(await encoder.cacheNamespace(), false),
      },
      () => undefined,
    );
    return await run.execute();
  } finally {
    restore();
  }
}

/** What the encoder asks of a browser, put on the global object until the returned function is called. */
function lendBrowserGlobals(): () => void {
  const lent = {
    self: { crossOriginIsolated: false, location: { href: 'http://localhost/' } },
    navigator: { hardwareConcurrency: 1 },
    Worker: InThreadWorker,
  };
  const before = Object.keys(lent).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  for (const [name, value] of Object.entries(lent)) {
    // onnxruntime-web puts Node's worker threads there when it starts: they cannot run a page's worker.
    Object.defineProperty(globalThis, name, { get: () => value, set: () => undefined, configurable: true });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  };
}
