import '../runes';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { RejectsLostError } from '../../../src/app/errors';
import { RejectsState } from '../../../src/session/files/rejects-state.svelte';
import { rejectsJsonl } from '../../../src/pages/audit/rejects/reject-export';
import { reject } from '../../support/results';
import { FakeWorkers } from '../fake-workers';

describe('RejectsState', () => {
  let workers: FakeWorkers;
  let rejects: RejectsState;

  const places = () => rejects.rows.map(({ file, place }) => `${file} ${place}`);

  beforeEach(async () => {
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
    await rejects.refresh();
  });
  afterEach(() => vi.useRealTimers());

  it('counts by file and by code, files of one name apart', () => {
    expect(rejects.all).toBe(5);
    expect(rejects.files).toEqual([
      { value: 1, words: 'a.jsonl', count: 2 },
      { value: 2, words: 'a.jsonl', count: 3 },
    ]);
    expect(rejects.codes).toEqual([
      { value: 'broken-json', words: 'broken-json', count: 2 },
      { value: 'unknown-id', words: 'unknown-id', count: 2 },
      { value: 'wrong-type', words: 'wrong-type', count: 1 },
    ]);
    expect([rejects.unknownIds(1), rejects.unknownIds(2)]).toEqual([0, 2]);
  });

  it('takes a filter back whose file or code is gone', async () => {
    await rejects.chooseFile(2);
    await rejects.chooseCode('unknown-id');
    workers.rejected = workers.rejected.filter(({ id }) => id === 1);
    await rejects.refresh();
    expect([rejects.fileId, rejects.code]).toEqual([null, null]);
    expect(places()).toEqual(['a.jsonl 4', 'a.jsonl 5']);
  });

  it('are counted without a row being read', async () => {
    workers.rejected = workers.rejected.filter(({ id }) => id === 1);
    await rejects.count();
    expect([rejects.all, rejects.rows.length]).toEqual([2, 5]);
  });

  it('shows 100 at a time and writes all that pass the filter', async () => {
    workers.rejected = Array.from({ length: 10_345 }, (_, i) => ({
      id: i % 2,
      reject: reject('b.jsonl', { place: i + 1 }),
    }));
    await rejects.refresh();
    expect(rejects.rows).toHaveLength(100);
    await rejects.more();
    expect(rejects.rows.map(({ place }) => place)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
    await rejects.chooseFile(0);
    expect(rejects.total).toBe(5173);
    const pages = (await rejects.written(rejectsJsonl)) ?? [];
    expect(pages).toHaveLength(2);
    const lines = pages.join('').trimEnd().split('\n');
    expect(lines).toHaveLength(5173);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ place: 10_345 });
    expect(await rejects.ofFile(1)).toHaveLength(5172);
    expect(await rejects.firstOfFile(1, 3)).toHaveLength(3);
  });

  it('drops an answer to an older question', async () => {
    workers.delays = [20, 1];
    const slow = rejects.chooseFile(2);
    const quick = rejects.chooseFile(1);
    await Promise.all([slow, quick]);
    expect(places()).toEqual(['a.jsonl 4', 'a.jsonl 5']);
  });

  it('gives no part for the whole where a worker fails', async () => {
    workers.phase = 'failed';
    await expect(rejects.ofFile(1)).rejects.toThrow(RejectsLostError);
    expect(await rejects.written(rejectsJsonl)).toBeNull();
    expect(rejects.notice?.name).toBe('RejectsLostError');
    expect(rejects.exporting).toBe(false);
  });
});
