import { describe, expect, it } from 'vitest';

import { ConcurrentQueue } from '../../src/engine/concurrent-queue';

/** A job that ends when it is told to. */
function held(log: string[], name: string) {
  let end: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (end = resolve));
  const job = async () => {
    log.push(name);
    await gate;
    return name;
  };
  return { job, end };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('ConcurrentQueue', () => {
  it('begins jobs in their order, no more at once than it may', async () => {
    const log: string[] = [];
    const queue = new ConcurrentQueue(2);
    const jobs = ['a', 'b', 'c', 'd'].map((name) => held(log, name));
    const results = jobs.map(({ job }) => queue.run(job));
    await settled();
    expect(log).toEqual(['a', 'b']);
    jobs[1]?.end();
    await settled();
    expect(log).toEqual(['a', 'b', 'c']);
    for (const { end } of jobs) end();
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
    const late = held(log, 'late');
    late.end();
    expect(await queue.run(late.job)).toBe('late');
  });

  it('begins nothing after a failure, and tells it to all that wait', async () => {
    const log: string[] = [];
    const queue = new ConcurrentQueue(1);
    const failed = queue.run(() => Promise.reject(new Error('no vectors')));
    const next = queue.run(held(log, 'next').job);
    await expect(failed).rejects.toThrow('no vectors');
    await expect(next).rejects.toThrow('no vectors');
    await expect(queue.run(held(log, 'later').job)).rejects.toThrow('no vectors');
    expect(log).toEqual([]);
  });
});
