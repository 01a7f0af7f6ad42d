/** A worker that dies gives its batches back, once. Workers here answer by the test's rule. */

import * as Comlink from 'comlink';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { openPool } from '../../src/encoder/worker-pool';
import type { SessionOptions, TokenSequence } from '../../src/encoder/session';
import type { EncoderWorkerApi } from '../../src/encoder/session';

/** A vector says which text it is of: its first token. */
const text = (first: number): TokenSequence => Int32Array.of(first, 0);
const firsts = (vectors: Float32Array[]) => vectors.map((vector) => vector[0]);

describe('a pool of workers', () => {
  let started: number;
  let kill: (batch: readonly TokenSequence[], worker: number) => boolean;
  let startsAtAll: (worker: number) => boolean;
  beforeEach(() => {
    started = 0;
    kill = () => false;
    startsAtAll = () => true;
  });

  /** A worker on this thread; where the rule says so it dies over a batch, as if its script had thrown. */
  function startWorker(): Worker {
    const number = ++started;
    const { port1, port2 } = new MessageChannel();
    const worker = Object.assign(port1, {
      onerror: null as ((event: unknown) => void) | null,
      terminate: () => port2.close(),
    });
    const die = () => worker.onerror?.({ message: 'out of memory', preventDefault: () => undefined });
    let before: Promise<unknown> = Promise.resolve();
    const api: EncoderWorkerApi = {
      open: async () => {
        if (startsAtAll(number)) return 'mean';
        die();
        return new Promise(() => undefined);
      },
      // One batch after the other, as a session takes them.
      encode: (batch) => {
        const answer = before.then(async () => {
          await new Promise((resolve) => setTimeout(resolve, 2));
          if (kill(batch, number)) {
            die();
            return new Promise<never>(() => undefined);
          }
          return batch.map(([first = NaN]) => Float32Array.of(first, 1));
        });
        before = answer;
        return answer;
      },
    };
    Comlink.expose(api, port2);
    return worker as unknown as Worker;
  }

  const open = (workers: number) => {
    const session = vi.fn(() => Promise.resolve({ pooling: 'mean' } as SessionOptions));
    return openPool(startWorker, session, { runtime: 'wasm', workers, threads: 1 });
  };

  it('encodes what a dead worker had on a fresh one, each batch once', async () => {
    const pool = await open(2);
    const encoded: number[] = [];
    kill = (batch, worker) => {
      if (worker === 1 && encoded.length >= 2) return true;
      encoded.push(...firsts(batch.map((sequence) => Float32Array.from(sequence))).map(Number));
      return false;
    };
    const batches = [1, 3, 5, 7, 9].map((first) => [text(first), text(first + 1)]);
    const vectors = await Promise.all(batches.map((batch) => pool.encode(batch)));
    expect(vectors.map(firsts)).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 8],
      [9, 10],
    ]);
    expect(started).toBe(3);
    expect(encoded.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    await pool.release();
  });

  it('gives a batch up over which two workers died, and no other', async () => {
    const pool = await open(2);
    kill = (batch) => batch.some(([first]) => first === 6);
    const [good, bad, other] = await Promise.allSettled([
      pool.encode([text(1), text(2)]),
      pool.encode([text(4), text(5), text(6)]),
      pool.encode([text(7)]),
    ]);
    expect([good, other].map((outcome) => outcome.status)).toEqual(['fulfilled', 'fulfilled']);
    expect(bad).toMatchObject({
      status: 'rejected',
      reason: {
        name: 'EncoderWorkerError',
        message: expect.stringMatching(
          /^The encoder's workers broke off twice over the same texts, the last time because an error in it was not caught\. What was encoded is kept\./,
        ),
      },
    });
    expect(started).toBe(2 + 2);
    await pool.release();
  });

  it('gives up in words where no fresh worker starts', async () => {
    const batch = [text(1), text(2)];
    const other = await open(1);
    startsAtAll = () => false;
    kill = () => true;
    await expect(other.encode(batch)).rejects.toThrow(
      'The encoder worker failed: an error in it was not caught.',
    );
    await other.release();
  });
});
