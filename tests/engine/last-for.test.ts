import { expect, test } from 'vitest';

import { lastFor } from '../../src/engine/last-for';
import type { Gating } from '../../src/scoring/weightings';

const SETTING: Gating = { tau: 0.05, weighting: 'full' };

test('only the last setting of a key is remembered', () => {
  const computed: number[] = [];
  const slow = lastFor((key: { readonly id: number }, { tau }) => {
    computed.push(tau);
    return key.id * tau;
  });
  const [one, other] = [{ id: 1 }, { id: 2 }];
  expect([slow(one, SETTING), slow(one, { ...SETTING })]).toEqual([0.05, 0.05]);
  expect(computed).toEqual([0.05]);
  expect(slow(other, SETTING)).toBe(0.1);
  expect(slow(one, { ...SETTING, tau: 0.1 })).toBe(0.1);
  expect(slow(one, { ...SETTING, tau: 0.1, weighting: 'uniform' })).toBe(0.1);
  expect(slow(one, SETTING)).toBe(0.05);
  expect(computed).toEqual([0.05, 0.05, 0.1, 0.1, 0.05]);
});
