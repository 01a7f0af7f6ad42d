import { describe, expect, it } from 'vitest';

import { axisFromZero } from '../../../../src/ui/charts/axis';
import { intervalBand } from '../../../../src/pages/rank/result/bands';
import { addIntervals, NOTHING_YET } from '../../../../src/session/run/running';

const axis = axisFromZero(0.9);

describe('the band of a row', () => {
  it('runs down along the lower bounds and back up along the upper ones', () => {
    const points = [
      { drawn: 40, low: 0.1, high: 0.9 },
      { drawn: 50, low: 0.2, high: 0.7 },
      { drawn: 60, low: 0.3, high: 0.5 },
    ];
    expect(intervalBand(points, axis)).toBe(
      'M10.00 0.00L20.00 50.00L30.00 100.00L50.00 100.00L70.00 50.00L90.00 0.00Z',
    );
  });

  it('is empty before the second moment', () => {
    expect(intervalBand([{ drawn: 40, low: 0.1, high: 0.9 }], axis)).toBe('');
    expect(intervalBand([], axis)).toBe('');
  });
});

describe('the history of intervals', () => {
  const at = (drawn: number, low: number) => ({
    drawn,
    units: 1000,
    kind: 'query',
    scores: [{ source: 7, low, high: 1 }],
    pairs: [],
    gates: [],
    flags: [],
  });

  it('leaves out moments at which nothing is known', () => {
    const history = addIntervals(addIntervals(NOTHING_YET.bands, at(10, -Infinity)), at(40, 0.2));
    expect(history.get(7)).toEqual([{ drawn: 40, low: 0.2, high: 1 }]);
  });

  it('stays small and never loses the latest moment', () => {
    let history = NOTHING_YET.bands;
    for (let drawn = 40; drawn <= 1000; drawn++) history = addIntervals(history, at(drawn, 0.2));
    expect(history.get(7)?.length).toBeLessThanOrEqual(120);
    expect(history.get(7)?.at(-1)?.drawn).toBe(1000);
  });
});
