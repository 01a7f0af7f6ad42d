/** A run of the engine's own code in Node, with a model folder on disk. */

import { EmbeddingCache } from '../../src/encoder/cache/embedding-cache';
import type { Encoder } from '../../src/encoder/encoder';
import type { ModelSource } from '../../src/encoder/types';
import { Sums } from '../../src/engine/sums';
import type { FinishedRun } from '../../src/engine/finished-run';
import { Run } from '../../src/engine/run';
import type { RunRequest } from '../../src/engine/types';
import { candidatesInMemory, type TextRecord } from './candidates';
import { startEncoderWorker } from './browser-globals';
import { RUN_SETTINGS } from './results';

/**
 * A run over all records of the sources, which are all references: columns filled, vectors at hand. What the encoder asks of
 * a browser is stubbed by then.
 */
export async function runInNode(
  names: readonly string[],
  read: readonly (readonly TextRecord[])[],
  model: ModelSource,
): Promise<FinishedRun> {
  const request: RunRequest = {
    sources: names.map((name, id) => ({ id, name, setting: 'all', reference: true, misread: false })),
    encoder: {
      model,
      onnx: 'onnx/model.onnx',
      settings: { queryPrefix: '', passagePrefix: '', pooling: 'mean', maxTokens: 128, normalise: true },
    },
    device: 'wasm',
    settings: RUN_SETTINGS,
    stop: { rule: 'all', level: 0.95 },
  };
  const run = new Run(
    request,
    {
      candidates: candidatesInMemory(read),
      encoders: {
        base: new URL('http://localhost/models/'),
        startWorker: startEncoderWorker,
      },
      sums: new Sums(),
      openCache: async (encoder: Encoder) => EmbeddingCache.open(await encoder.cacheNamespace(), false),
    },
    () => undefined,
  );
  return await run.execute();
}
