/** What is said of the embeddings kept on disk. */

import '../runes';

import { describe, expect, it } from 'vitest';

import { CacheState } from '../../../src/session/encoder/cache-state.svelte';
import type { WorkerPair } from '../../../src/app/workers';

type Pair = Pick<WorkerPair, 'engine' | 'guard'>;

/** Workers whose engine writes once the answer is let go. */
function slowWorkers() {
  let done: () => void = () => undefined;
  const written = new Promise<void>((resolve) => (done = resolve));
  const engine = { keepEmbeddings: () => written } as unknown as Pair['engine'];
  const pair: Pair = { engine, guard: (answer) => answer };
  return { workers: { phase: 'ready' as const, ready: () => Promise.resolve(pair) }, done };
}

describe('CacheState', () => {
  it('says that embeddings are kept once they are written, not when they are asked for', async () => {
    const { workers, done } = slowWorkers();
    const cache = new CacheState(workers);
    const told = cache.keep(true);
    await Promise.resolve();
    expect(cache.writes).toBe(false);
    done();
    await told;
    expect(cache.writes).toBe(true);
  });

  it('says nothing of the kind where the user declined', async () => {
    const { workers, done } = slowWorkers();
    done();
    const cache = new CacheState(workers);
    await cache.keep(false);
    expect(cache.writes).toBe(false);
  });
});
