import { expect, it } from 'vitest';

import { RunCancelledError } from '../../src/engine/errors';
import { Task } from '../../src/engine/task';

function workFor(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

it('a task lets messages in while it works: a cancel stops it', async () => {
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
