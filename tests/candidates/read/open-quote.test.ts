import { expect, it } from 'vitest';

import { staysOpen } from '../../../src/candidates/read/open-quote';

it.each([
  ['plain text', true],
  ['with ""two"" quotes', true],
  ['""', true],
  ['end"', false],
  ['end",next', false],
  ['end","next', true],
  ['end","next",last', false],
  ['end",5" screen', false],
  ['end",a ,"open', true],
  ['end" text', false],
  ['""",x', false],
])('after %j an open cell is open: %s', (line, open) => {
  expect(staysOpen(line, ',')).toBe(open);
});
