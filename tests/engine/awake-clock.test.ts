import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { AwakeClock } from '../../src/engine/awake-clock';

describe('AwakeClock', () => {
  let milliseconds: number;
  let clock: AwakeClock;
  beforeEach(() => {
    vi.useFakeTimers();
    milliseconds = 5000;
    clock = new AwakeClock(() => milliseconds);
  });
  afterEach(() => {
    clock.stop();
    vi.useRealTimers();
  });

  /** The clock and the timers go on together, as they do while the computer is awake. */
  function work(seconds: number): void {
    for (let second = 0; second < seconds; second++) {
      milliseconds += 1000;
      vi.advanceTimersByTime(1000);
    }
  }

  it('counts what is worked', () => {
    work(90);
    milliseconds += 250;
    expect(clock.seconds).toBeCloseTo(90.25, 9);
  });

  it('counts next to nothing of a night with the lid closed, nor of a clock that is set back', () => {
    work(3);
    milliseconds += 8 * 3600 * 1000;
    work(2);
    expect(clock.seconds).toBeLessThanOrEqual(3 + 10 + 2);
    milliseconds -= 3600 * 1000;
    work(2);
    expect(clock.seconds).toBeLessThanOrEqual(3 + 10 + 4);
  });

  it('leaves no timer behind', () => {
    clock.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
