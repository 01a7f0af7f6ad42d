/** The watchdog over the fuzzer's child process. */

import { resolve } from 'node:path';

import { expect, it } from 'vitest';

import { supervise } from '../../scripts/fuzz/supervise.mjs';

it('ends an input that hangs, survives one that ends the process, and goes on behind both', async () => {
  const read: number[] = [];
  const script = resolve(import.meta.dirname, 'fuzz-child.mjs');
  const job = { seed: 1, from: 0, to: 7 };
  const ended = await supervise(script, job, 2, ({ type, input = -1 }) => {
    if (type === 'read') read.push(input);
  });
  expect(read).toEqual([0, 1, 3, 5, 6]);
  expect(ended).toEqual([
    { input: 2, name: 'a', why: 'no end within 2 seconds' },
    { input: 4, name: 'a', why: 'its process ended (exit status 7)' },
  ]);
});
