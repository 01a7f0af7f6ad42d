import { describe, expect, it } from 'vitest';

import { mixing } from '../../src/experiments/mixing';
import { SWEEPS } from '../../src/experiments/sweeps';

const { temperature, 'sample-size': sampleSize } = SWEEPS;

describe('the temperatures', () => {
  it('takes numbers with commas, spaces or semicolons between them, ascending and each once', () => {
    expect(temperature.field?.read('0.1, 0.03,0.05')).toEqual({ value: { taus: [0.03, 0.05, 0.1] } });
    expect(temperature.field?.read(' 5e-2 0.05; 1 ')).toEqual({ value: { taus: [0.05, 1] } });
  });

  it.each([
    ['0.05, 0', 'Expected numbers above 0, found "0".'],
    ['0.05, hot', 'Expected numbers above 0, found "hot".'],
    ['0.05, Infinity', 'Expected numbers above 0, found "Infinity".'],
    ['0.05, 0.05', 'Expected 2 to 50 different numbers above 0, with commas between them; found 1.'],
    ['', 'Expected 2 to 50 different numbers above 0, with commas between them; found 0.'],
  ])('%j: %s', (text, problem) => {
    expect(temperature.field?.read(text)).toEqual({ problem });
  });
});

describe('the shares', () => {
  it('takes 0 and 1, and nothing beyond', () => {
    expect(mixing.field?.read('1, 0, 0.1')).toEqual({ value: { shares: [0, 0.1, 1] } });
    expect(mixing.field?.read('0, 25')).toEqual({ problem: 'Expected numbers from 0 to 1, found "25".' });
  });
});

describe('the draws', () => {
  it('takes a whole number of its range', () => {
    expect(sampleSize.field?.read(' 40 ')).toEqual({ value: { draws: 40 } });
    for (const text of ['39', '10001', '100.5', '', 'many'])
      expect(sampleSize.field?.read(text)).toEqual({
        problem: `Expected a whole number from 40 to 10,000, found "${text}".`,
      });
  });
});
