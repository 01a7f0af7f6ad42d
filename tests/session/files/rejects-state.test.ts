import '../runes';

import { beforeEach, describe, expect, it } from 'vitest';

import { RejectsLostError } from '../../../src/app/errors';
import { RejectsState } from '../../../src/session/files/rejects-state.svelte';
import { rejectsCsv } from '../../../src/pages/audit/rejects/reject-export';
import { reject } from '../../support/results';
import { FakeWorkers } from '../fake-workers';

describe('RejectsState', () => {
  let workers: FakeWorkers;
  let rejects: RejectsState;

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

  it('shows 100 at a time and writes all', async () => {
    workers.rejected = Array.from({ length: 10_345 }, (_, i) => ({
      id: i % 2,
      reject: reject('b.jsonl', { place: i + 1 }),
    }));
    await rejects.refresh();
    expect(rejects.rows).toHaveLength(100);
    await rejects.more();
    expect(rejects.rows.map(({ place }) => place)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
    const pages = (await rejects.written(rejectsCsv)) ?? [];
    expect(pages).toHaveLength(3);
    const lines = pages.join('').trimEnd().split('\n');
    expect(lines).toHaveLength(10_345);
    expect(lines.at(-1)).toContain('10345');
    expect(await rejects.ofFile(1)).toHaveLength(5172);
    expect(await rejects.firstOfFile(1, 3)).toHaveLength(3);
  });

  it('gives no part for the whole where a worker fails', async () => {
    workers.phase = 'failed';
    await expect(rejects.ofFile(1)).rejects.toThrow(RejectsLostError);
    expect(await rejects.written(rejectsCsv)).toBeNull();
    expect(rejects.notice?.name).toBe('RejectsLostError');
    expect(rejects.exporting).toBe(false);
  });
});
