import { describe, expect, it } from 'vitest';

import { WriterLock } from '../../../src/session/keep/writer-lock';

/** Node has the browser's lock manager from version 24 on only: this one grants a name to one holder at a time. */
function lockManager(): Pick<LockManager, 'request'> {
  let taken = false;
  const request = async (_name: string, _options: LockOptions, held: (lock: Lock | null) => unknown) => {
    if (taken) return held(null);
    taken = true;
    await held({ name: 'any', mode: 'exclusive' });
    taken = false;
  };
  return { request } as unknown as Pick<LockManager, 'request'>;
}

describe('WriterLock', () => {
  it('is had by one tab, until that lets go', async () => {
    const locks = lockManager();
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
});
