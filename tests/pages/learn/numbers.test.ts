/** Numbers as the page writes them. */

import { expect, it } from 'vitest';

import { gate } from '../../../src/pages/learn/numbers';

it('never writes 0 or 1 for a gate that is neither', () => {
  expect([0, 1e-6, 0.0031, 0.5, 0.9968, 0.99999, 1].map(gate)).toEqual([
    '0.00',
    '< 0.001',
    '0.003',
    '0.50',
    '0.997',
    '> 0.999',
    '1.00',
  ]);
});
