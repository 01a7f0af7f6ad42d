import { expect, it } from 'vitest';

import { NO_FILTER, withRange } from '../../../src/session/audit/filter';

it.each([
  [
    { from: 0.2, to: 0.7 },
    { from: 0.2, to: 0.7 },
  ],
  [
    { from: 0.7, to: 0.2 },
    { from: 0.2, to: 0.7 },
  ],
  [
    { from: null, to: 0.2 },
    { from: null, to: 0.2 },
  ],
  [{ from: null, to: null }, undefined],
])('a filter takes the range %j as %j', (typed, kept) => {
  expect(withRange(NO_FILTER, 'm', typed).ranges.m).toEqual(kept);
});
