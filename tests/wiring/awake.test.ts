import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { whileAwake } from '../../src/wiring/awake';

describe('whileAwake', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  /** Whether the limit is over after what has passed. */
  async function isOver(over: Promise<void>): Promise<boolean> {
    let is = false;
    void over.then(() => (is = true));
    await Promise.resolve();
    await Promise.resolve();
    return is;
  }

  it('ends after so many seconds', async () => {
    const { over } = whileAwake(3);
    vi.advanceTimersByTime(2999);
    expect(await isOver(over)).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await isOver(over)).toBe(true);
  });

  it('takes a night for one second', async () => {
    const { over } = whileAwake(3);
    vi.advanceTimersByTime(1000);
    // The lid is closed: the clock goes on, no timer is called.
    vi.setSystemTime(Date.now() + 8 * 3600 * 1000);
    vi.advanceTimersByTime(1000);
    expect(await isOver(over)).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(await isOver(over)).toBe(true);
  });

  it('is never over once it was dropped', async () => {
    const limit = whileAwake(1);
    limit.drop();
    vi.advanceTimersByTime(5000);
    expect(await isOver(limit.over)).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });
});
