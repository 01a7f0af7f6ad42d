import { expect, it } from 'vitest';

import { suspicion } from '../../src/scoring/suspicion';

it('suspicion is 1 for the same text, and the mean of both views of nearness else', () => {
  expect(suspicion(0, 1)).toBe(1);
  // Unit vectors at 60°: distance 1, cosine a half.
  expect(suspicion(1, 0.25)).toBeCloseTo(0.375, 15);
  // At more than a right angle the cosine says no more.
  expect(suspicion(1.9, 0.1)).toBe(0.05);
});
