import { describe, expect, it } from 'vitest';

import { guardWith } from '../../src/app/worker-guard';

function failing(name: string): Promise<never> {
  return Promise.reject(Object.assign(new Error('no table can be read'), { name }));
}

describe('the answer of a worker', () => {
  it('comes, or fails as the worker says', async () => {
    const guard = guardWith(new Promise<never>(() => undefined), () => undefined);
    expect(await guard(Promise.resolve(7))).toBe(7);
    await expect(guard(failing('FileTooLargeError'))).rejects.toMatchObject({ name: 'FileTooLargeError' });
  });

  it('that fails with the table store is a crash, announced before whoever asked hears of it', async () => {
    let breakOff: (error: Error) => void = () => undefined;
    const crashed = new Promise<never>((_, reject) => (breakOff = reject));
    const order: string[] = [];
    crashed.catch(() => order.push('announced'));
    const guard = guardWith(crashed, (error) => breakOff(error));
    const asked = guard(failing('StoreBrokenError')).catch((error: unknown) => {
      order.push('heard');
      throw error;
    });
    await expect(asked).rejects.toThrow(/candidates worker broke off: its table store/);
    expect(order).toEqual(['announced', 'heard']);
  });

  it('that fails because the table store did not start says so for the worker', async () => {
    const told: Error[] = [];
    let end: (error: Error) => void = () => undefined;
    const guard = guardWith(new Promise<never>((_, reject) => (end = reject)), (error) => {
      told.push(error);
      end(error);
    });
    await expect(guard(failing('StoreStartError'))).rejects.toThrow();
    expect(told.map(({ name }) => name)).toEqual(['StoreStartError']);
  });
});
