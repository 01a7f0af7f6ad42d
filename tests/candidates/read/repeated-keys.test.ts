/** Keys that an object has twice are counted, and nothing else is taken for one. */

import { expect, it } from 'vitest';

import { repeatedKeys } from '../../../src/candidates/read/repeated-keys';

it.each([
  [' {"query": "a", "query": "b"}', 1],
  ['{"q": 1, "q" \n: 2, "q":3, "p": {"x": [], "x": [{"y": 1, "y": 2}]}}', 4],
  ['{"": 1, "": 2, "__proto__": 1, "__proto__": 2}', 2],
  ['{"a": "\\"a\\": ", "b": ["a", ": b", "a\\\\"], "c": "\\\\\\": \\"c\\":"}', 0],
  ['{}', 0],
  ['["a", "a"]', 0],
  ['1 Q0 d1 1 0.5 tag', 0],
])('%s: %i', (text, count) => {
  const value: unknown = /^\s*[{[]/.test(text) ? JSON.parse(text) : {};
  expect(repeatedKeys(text, value)).toBe(count);
});
