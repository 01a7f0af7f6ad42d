import { describe, expect, it } from 'vitest';

import { fieldValue, rangeBetween, steppedRange, valueAt } from '../../../src/pages/audit/facets/brush';
import { planeAxes } from '../../../src/pages/audit/plane/axes';
import { numbersOf } from '../../../src/pages/audit/plane/colours';

describe('a brush', () => {
  it('reads values from places, kept on the axis', () => {
    const box = { left: 100, width: 200 };
    expect(valueAt(150, box, [0, 1], 2)).toBe(0.25);
    expect(valueAt(0, box, [0, 1], 2)).toBe(0);
    expect(valueAt(999, box, [-1, 1], 3)).toBe(1);
  });

  it('makes a range of two values in any order, open at the ends of the axis', () => {
    expect(rangeBetween(0.7, 0.2, [0, 1])).toEqual({ from: 0.2, to: 0.7 });
    expect(rangeBetween(0, 0.5, [0, 1])).toEqual({ from: null, to: 0.5 });
    expect(rangeBetween(0.5, 1, [0, 1])).toEqual({ from: 0.5, to: null });
    expect(rangeBetween(0, 1, [0, 1])).toBeNull();
    expect(rangeBetween(0.5, 0.5, [0, 1])).toBeNull();
  });

  it('is moved by arrows, its far end alone with Shift, and stays on the axis', () => {
    const stepped = (range: Parameters<typeof steppedRange>[0], by: number, farEnd = false) =>
      steppedRange(range, by, [0, 2], farEnd, 3);
    expect(stepped(null, 1)).toEqual({ from: 0.5, to: 1.5 });
    expect(stepped({ from: 0.5, to: 1.5 }, 1)).toEqual({ from: 0.6, to: 1.6 });
    expect(stepped({ from: 0.5, to: 1.5 }, -1, true)).toEqual({ from: 0.5, to: 1.4 });
    expect(stepped({ from: 0.05, to: 1 }, -1)).toEqual({ from: null, to: 0.95 });
    expect(stepped({ from: null, to: 1 }, -1)).toEqual({ from: null, to: 1 });
    expect(stepped({ from: 1, to: null }, 1)).toEqual({ from: 1, to: null });
    expect(stepped({ from: 1, to: 1.1 }, -1, true), 'never empty').toEqual({ from: 1, to: 1.1 });
  });

  it.each([
    ['0.5', 0.5],
    [' -0,25 ', -0.25],
    ['−1', -1],
    ['', null],
    ['half', undefined],
    ['Infinity', undefined],
  ])('takes %j for %j', (text, value) => {
    expect(fieldValue(text)).toBe(value);
  });
});

describe('the axes of the plane', () => {
  it('hold all pairs and 0, with round ticks', () => {
    const { m, l, place, box } = planeAxes([0.1, 0.9], [-0.42, 0.6]);
    expect(m.from).toBeLessThan(0);
    expect(m.to).toBeGreaterThan(0.9);
    expect(m.ticks.map(m.format)).toEqual(['0', '0.2', '0.4', '0.6', '0.8']);
    expect(l.ticks.map(l.format)).toEqual(['−0.4', '−0.2', '0', '0.2', '0.4', '0.6']);
    const middle = place((m.from + m.to) / 2, (l.from + l.to) / 2);
    expect(middle.x).toBeCloseTo(50, 10);
    expect(middle.y).toBeCloseTo(50, 10);
    const whole = box(null, null);
    expect([whole.x, whole.y, whole.width, whole.height]).toEqual([0, 0, 100, 100]);
  });

  it('stand where there is nothing to span', () => {
    expect(planeAxes([0, 0], [0, 0]).m.ticks.length).toBeGreaterThan(0);
  });
});

it('a colour of the theme is three numbers', () => {
  expect(numbersOf('#117a6b')).toEqual([17, 122, 107]);
  expect(numbersOf('teal')).toEqual([0, 0, 0]);
});
