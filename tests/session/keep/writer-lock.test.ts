import { describe, expect, it } from 'vitest';

import { WriterLock } from '../../../src/session/keep/writer-lock';
import { FakeLocks } from '../../support/locks';

describe('WriterLock', () => {
  it('is had by one tab, until that lets go', async () => {
    const locks = new FakeLocks().tab(new AbortController().signal);
    const one = new WriterLock(locks);
    const other = new WriterLock(locks);
    expect(await one.take()).toBe(true);
    expect(await one.take()).toBe(true);
    expect(await other.take()).toBe(false);
    expect([one.held, other.held]).toEqual([true, false]);
    one.letGo();
    await new Promise((resolve) => setTimeout(resolve));
    expect(one.held).toBe(false);
    expect(await other.take()).toBe(true);
  });

  it('is given where the browser has no locks', async () => {
    expect(await new WriterLock(null).take()).toBe(true);
  });

  it('tells when the tab that has it is killed, and does not take it by that', async () => {
    const all = new FakeLocks();
    const killed = new AbortController();
    const one = new WriterLock(all.tab(killed.signal));
    const other = new WriterLock(all.tab(new AbortController().signal));
    await one.take();
    let free = 0;
    other.whenFree(() => free++);
    other.whenFree(() => free++);
    await new Promise((resolve) => setTimeout(resolve));
    expect(free).toBe(0);
    killed.abort();
    await new Promise((resolve) => setTimeout(resolve));
    expect([free, other.held]).toEqual([1, false]);
    expect(await other.take()).toBe(true);
  });
});
