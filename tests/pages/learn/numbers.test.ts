/** Numbers as the page writes them. */

import { expect, it } from 'vitest';

import { gate, measure, score } from '../../../src/pages/learn/numbers';

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

it('keeps two digits of a small measure', () => {
  expect([0, 1e-7, 0.00361, 0.0949, 0.5, 9.539].map(measure)).toEqual([
    '0',
    '< 0.0001',
    '0.0036',
    '0.095',
    '0.50',
    '9.54',
  ]);
});

it('writes scores to four decimals, large ones to one', () => {
  expect([0, 0.16981, 247.93].map(score)).toEqual(['0.0000', '0.1698', '247.9']);
});
