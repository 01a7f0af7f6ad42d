import { describe, expect, it, vi } from 'vitest';

import { RunCancelledError } from '../../src/engine/errors';
import { Task } from '../../src/engine/task';

function workFor(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe('Task', () => {
  it('throws RunCancelledError at the next breath after a cancel, and at every later one', async () => {
    const task = new Task();
    await expect(task.breathe()).resolves.toBeUndefined();
    task.cancel();
    await expect(task.breathe()).rejects.toThrow(RunCancelledError);
    await expect(task.breathe()).rejects.toThrow('The run was cancelled.');
  });

  it('lets messages in while it works: a cancel stops it', async () => {
    const task = new Task();
    setTimeout(() => task.cancel(), 0);
    let slices = 0;
    const work = async () => {
      for (; slices < 100; slices++) {
        workFor(45);
        await task.breathe();
      }
    };
    await expect(work()).rejects.toThrow(RunCancelledError);
    expect(slices).toBeLessThan(20);
  });

  it('does not give way before its slice is used up', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const task = new Task();
    let told = false;
    setImmediate(() => (told = true));
    for (let i = 0; i < 20; i++) await task.breathe();
    clock.mockRestore();
    expect(told).toBe(false);
  });
});
