import { expect, it } from 'vitest';

import { underNames } from '../../src/engine/result';
import { runResult, sourceResult } from '../support/results';

it('keys of a result are read once on each level', () => {
  let read = 0;
  const run = runResult([sourceResult(0, 'a')]);
  const stop = {
    ...run.stop,
    get level() {
      read++;
      return 0.95;
    },
  };
  expect(underNames({ ...run, stop }, new Map([['0', 'a']])).stop).toEqual(run.stop);
  expect(read).toBe(1);
});
