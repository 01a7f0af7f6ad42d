import { expect, it } from 'vitest';

import { isTooDeep } from '../../../src/candidates/read/depth';
import { LIMITS } from '../../../src/candidates/limits';

const nested = (depth: number, inside = '') => '['.repeat(depth) + inside + ']'.repeat(depth);

it('counts lists and objects inside each other, those in strings not', () => {
  expect(isTooDeep(nested(LIMITS.depth))).toBe(false);
  expect(isTooDeep(nested(LIMITS.depth + 1))).toBe(true);
  expect(isTooDeep(`{"a": ${nested(LIMITS.depth)}}`)).toBe(true);
  expect(isTooDeep(`["${'['.repeat(1000)}"]`)).toBe(false);
  expect(isTooDeep(`["\\"${'['.repeat(1000)}"]`)).toBe(false);
  expect(isTooDeep(`["\\\\", ${nested(LIMITS.depth - 1)}]`)).toBe(false);
  expect(isTooDeep(`["\\\\", ${nested(LIMITS.depth)}]`)).toBe(true);
});

it('minds no number of lists beside each other', () => {
  expect(isTooDeep(`[${'[1],'.repeat(5000)}[1]]`)).toBe(false);
});
