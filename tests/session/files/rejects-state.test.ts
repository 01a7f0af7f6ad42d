import '../runes';

import { beforeEach, describe, expect, it } from 'vitest';

import { RejectsLostError } from '../../../src/app/errors';
import { RejectsState } from '../../../src/session/files/rejects-state.svelte';
import { reject } from '../../support/results';
import { FakeWorkers } from '../fake-workers';

describe('RejectsState', () => {
  let workers: FakeWorkers;
  let rejects: RejectsState;

  beforeEach(() => {
    workers = new FakeWorkers();
    workers.rejected = [
      {
        id: 1,
        reject: reject('a.jsonl', { place: 4, code: 'wrong-type', message: '`pos` must be a list.' }),
      },
      { id: 1, reject: reject('a.jsonl', { place: 5 }) },
      { id: 2, reject: reject('a.jsonl', { place: 1 }) },
      { id: 2, reject: reject('a.jsonl', { place: 2, code: 'unknown-id', message: 'no pos' }) },
      { id: 2, reject: reject('a.jsonl', { place: 3, code: 'unknown-id' }) },
    ];
    rejects = new RejectsState(workers);
  });

  it('counts, and gives the first and the whole, of one file and of all', async () => {
    workers.rejected = Array.from({ length: 10_345 }, (_, i) => ({
      id: i % 2,
      reject: reject('b.jsonl', { place: i + 1 }),
    }));
    await rejects.count();
    expect(rejects.all).toBe(10_345);
    expect((await rejects.whole()).map(({ place }) => place)).toEqual(
      Array.from({ length: 10_345 }, (_, i) => i + 1),
    );
    expect(await rejects.whole(1)).toHaveLength(5172);
    expect((await rejects.first(3, 1)).map(({ place }) => place)).toEqual([2, 4, 6]);
    expect(await rejects.first(100)).toHaveLength(100);
  });

  it('gives no part for the whole where a worker fails', async () => {
    workers.phase = 'failed';
    await expect(rejects.whole(1)).rejects.toThrow(RejectsLostError);
    await expect(rejects.whole()).rejects.toThrow(RejectsLostError);
  });
});
