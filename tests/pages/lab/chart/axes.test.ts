import { describe, expect, it } from 'vitest';

import { betweenAxis, logAxis, shareAxis, zeroAxis } from '../../../../src/pages/lab/chart/axes';

describe('the axes of charts', () => {
  it('begin at 0 or at the tick below the smallest value', () => {
    expect(zeroAxis(0.53, 'score')).toMatchObject({ domain: [0, 0.6], label: 'score' });
    expect(betweenAxis([0.334, 0.479], 'metric').domain).toEqual([0.3, 0.5]);
    expect(zeroAxis(0.53, 'score').ticks.map(zeroAxis(0.53, 'score').format)).toEqual([
      '0',
      '0.1',
      '0.2',
      '0.3',
      '0.4',
      '0.5',
      '0.6',
    ]);
  });

  it('have ticks at 1 and 3 over two decades, at powers of ten over more, at even steps over less than one', () => {
    expect(logAxis(0.01, 1, 'τ').ticks).toEqual([0.01, 0.03, 0.1, 0.3, 1]);
    expect(logAxis(1, 242, 'c').ticks).toEqual([1, 3, 10, 30, 100]);
    const long = logAxis(1e-6, 1, 'λ');
    expect(long.ticks.map(long.format)).toEqual(['1e-6', '1e-5', '1e-4', '0.001', '0.01', '0.1', '1']);
    expect(logAxis(1, 2, 'c').ticks).toEqual([1, 1.2, 1.4, 1.6, 1.8, 2]);
  });

  it('of shares are in per cent', () => {
    expect(shareAxis('records').ticks.map(shareAxis('records').format)).toEqual([
      '0 %',
      '25 %',
      '50 %',
      '75 %',
      '100 %',
    ]);
  });
});
