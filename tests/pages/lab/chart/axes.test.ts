import { describe, expect, it } from 'vitest';

import { betweenAxis, logAxis, shareAxis, zeroAxis } from '../../../../src/experiments/chart';
import { drawnAxis } from '../../../../src/pages/lab/chart/axes';

function written(axis: Parameters<typeof drawnAxis>[0]): string[] {
  const { ticks, format } = drawnAxis(axis);
  return ticks.map(format).filter((text) => text !== '');
}

describe('the axes of charts', () => {
  it('begin at 0 or at the tick below the smallest value', () => {
    expect(drawnAxis(zeroAxis([0.2, 0.53], 'score'))).toMatchObject({ domain: [0, 0.6], label: 'score' });
    expect(drawnAxis(betweenAxis([0.334, 0.479], 'metric')).domain[0]).toBeLessThanOrEqual(0.334);
    expect(written(zeroAxis([0.53], 'score'))).toEqual(['0.0', '0.1', '0.2', '0.3', '0.4', '0.5', '0.6']);
    expect(drawnAxis(zeroAxis([NaN, 0], 'score')).domain).toEqual([0, 1]);
  });

  it('write a few powers of ten and steps between, even steps over less than a decade', () => {
    expect(written(logAxis(0.01, 1, 'τ'))).toEqual(expect.arrayContaining(['0.01', '0.1', '1']));
    expect(written(logAxis(0.01, 1, 'τ')).length).toBeLessThan(10);
    expect(written(logAxis(1e-6, 1, 'λ'))).toEqual(['1e-6', '1e-5', '1e-4', '0.001', '0.01', '0.1', '1']);
    expect(written(logAxis(1, 2, 'c'))).toEqual(['1.0', '1.2', '1.4', '1.6', '1.8', '2.0']);
  });

  it('have fewer ticks where they are short', () => {
    const ticks = (room: number) => drawnAxis(zeroAxis([0.8], 'score'), room).ticks;
    expect(ticks(500)).toHaveLength(9);
    expect(ticks(110)).toEqual([0, 0.5]);
    const { ticks: places, format } = drawnAxis(logAxis(0.01, 1, 'τ'), 190);
    expect(places.map(format).filter((text) => text !== '').length).toBeLessThanOrEqual(5);
  });

  it('of shares are in per cent', () => {
    expect(written(shareAxis('records'))).toEqual(['0 %', '25 %', '50 %', '75 %', '100 %']);
  });

  it('place a value between their ends', () => {
    expect(drawnAxis(logAxis(0.01, 1, 'τ')).place(0.1)).toBeCloseTo(0.5, 12);
    expect(drawnAxis(zeroAxis([1], 'score')).place(2)).toBe(1);
  });
});
