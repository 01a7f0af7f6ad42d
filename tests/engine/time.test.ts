import { describe, expect, it } from 'vitest';

import { BusyClock, paceOf, ScorePacer } from '../../src/engine/time';

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

describe('paceOf', () => {
  it('is the rate so far, and what is left at that rate', () => {
    expect(paceOf(10, 30, 2)).toEqual({ rate: 5, secondsLeft: 4 });
    expect(paceOf(30, 30, 2)).toEqual({ rate: 15, secondsLeft: 0 });
  });

  it('cannot be told in the first half second, nor before anything is done', () => {
    const unknown = { rate: null, secondsLeft: null };
    expect(paceOf(10, 30, 0.49)).toEqual(unknown);
    expect(paceOf(10, 30, 0.5)).toEqual({ rate: 20, secondsLeft: 1 });
    expect(paceOf(0, 30, 100)).toEqual(unknown);
  });
});

describe('ScorePacer', () => {
  const START = 1000;
  let now = START;
  /** A pacer that has spent so many milliseconds at its start. */
  const after = async (spent: number) => {
    now = START;
    const pacer = new ScorePacer(0.01, () => now);
    expect(pacer.due()).toBe(true);
    const points = await pacer.timed(() => {
      now += spent;
      return Promise.resolve('points');
    });
    expect(points).toBe('points');
    expect(pacer.due()).toBe(false);
    return (milliseconds: number) => {
      now = START + milliseconds;
      return pacer.due();
    };
  };

  it('keeps to its share of the time, with a tenth of the first five seconds beside it', async () => {
    // 0.01·1000 + 0.1·1000
    const early = await after(110);
    expect(early(999)).toBe(false);
    expect(early(1001)).toBe(true);
    // 0.01·20000 + 0.1·5000
    const late = await after(700);
    expect(late(19_999)).toBe(false);
    expect(late(20_001)).toBe(true);
  });
});
