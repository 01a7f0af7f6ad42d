import { expect, it, vi } from 'vitest';

import { nextMacrotask } from '../../src/candidates/read/pace';
import { EmbeddingCache } from '../../src/encoder/cache/embedding-cache';
import { Task } from '../../src/engine/task';
import { TextEmbeddings } from '../../src/engine/text-embeddings';
import { silent } from '../support/runs';

/** Embeddings by an encoder that runs so often at a time. Each passage is one token: its id. */
async function embeddings(encode: (ids: readonly Int32Array[]) => Promise<Float32Array[]>, concurrency = 1) {
  const encoder = {
    start: () => Promise.resolve(),
    format: (text: string) => text,
    tokensOf: (text: string) => ({ ids: Int32Array.of(Number(text)), isCut: false }),
    concurrency,
    encode,
  };
  const texts = (ids: Int32Array) => Promise.resolve(Array.from(ids, String));
  return new TextEmbeddings({
    encoder,
    source: { queryTexts: texts, passageTexts: texts },
    cache: await EmbeddingCache.open('made', false),
    batchSize: 2,
    task: new Task(),
    onTexts: silent,
  });
}

const vectorsOf = (ids: readonly Int32Array[]) => ids.map(([id]) => Float32Array.of(id as number, 1));

/** Both blocks are handed over at once. */
async function encodeBlocks(texts: TextEmbeddings): Promise<PromiseSettledResult<void>[]> {
  const none = new Int32Array();
  const first = await texts.prepare(none, Int32Array.of(0, 1, 2, 3));
  const second = await texts.prepare(none, Int32Array.of(4, 5, 6, 7));
  return Promise.allSettled([texts.encode(first), texts.encode(second)]);
}

it('a failure in the second block is the error of that block, and one in the first that of both', async () => {
  const failure = new Error('The encoder gave up.');
  for (const [at, statuses] of [
    [2, ['fulfilled', 'rejected']],
    [0, ['rejected', 'rejected']],
  ] as const) {
    let batches = 0;
    const encode = vi.fn((ids: readonly Int32Array[]) =>
      batches++ === at ? Promise.reject(failure) : Promise.resolve(vectorsOf(ids)),
    );
    const outcomes = await encodeBlocks(await embeddings(encode));
    expect(outcomes.map(({ status }) => status)).toEqual(statuses);
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toBe(failure);
    expect(encode).toHaveBeenCalledTimes(at + 1);
  }
});

it('after a failure of one of two workers the other begins no further batch', async () => {
  let batches = 0;
  const encode = vi.fn(async (ids: readonly Int32Array[]) => {
    if (batches++ === 0) throw new Error('The encoder gave up.');
    await nextMacrotask();
    return vectorsOf(ids);
  });
  const texts = await embeddings(encode, 2);
  const twelve = Int32Array.from({ length: 12 }, (_, id) => id);
  await expect(texts.encode(await texts.prepare(new Int32Array(), twelve))).rejects.toThrow('gave up');
  expect(encode).toHaveBeenCalledTimes(2);
  expect(texts.counts.encodes).toBe(2);
});
