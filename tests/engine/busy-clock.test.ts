import { describe, expect, it } from 'vitest';

import { BusyClock } from '../../src/engine/busy-clock';

/** A job that ends when it is told to. */
function job(): { promise: Promise<string>; end: (result: string) => void } {
  let end: (result: string) => void = () => undefined;
  const promise = new Promise<string>((resolve) => (end = resolve));
  return { promise, end };
}

describe('BusyClock', () => {
  it('counts time once while jobs overlap, and none between them', async () => {
    let now = 0;
    const clock = new BusyClock(() => now);
    const [early, late] = [job(), job()];
    const first = clock.during(() => early.promise);
    now = 1000;
    const second = clock.during(() => late.promise);
    now = 3000;
    early.end('first');
    expect(await first).toBe('first');
    expect(clock.seconds).toBe(0);
    now = 4000;
    late.end('second');
    expect(await second).toBe('second');
    expect(clock.seconds).toBe(4);
    now = 9000;
    await clock.during(() => Promise.resolve());
    expect(clock.seconds).toBe(4);
  });

  it('counts a job that fails', async () => {
    let now = 0;
    const clock = new BusyClock(() => now);
    const failing = clock.during(() => {
      now = 500;
      return Promise.reject(new Error('broken'));
    });
    await expect(failing).rejects.toThrow('broken');
    expect(clock.seconds).toBe(0.5);
  });
});
