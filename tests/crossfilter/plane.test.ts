import { describe, expect, it } from 'vitest';

import { paintPlane } from '../../src/crossfilter/plane';

const RED_BLUE = { opacity: 0.5, colours: [255, 0, 0, 0, 0, 255] };
const SHAPE = { width: 20, height: 10, m: [0, 1], l: [0, 1], ...RED_BLUE } as const;

/** Red, green, blue and opacity of a cell. */
function cell(picture: Uint8ClampedArray, x: number, y: number): number[] {
  return [...picture.subarray(4 * (y * SHAPE.width + x), 4 * (y * SHAPE.width + x) + 4)];
}

function paint(points: readonly (readonly [number, number])[], source = (_: number) => 0) {
  const margin = Float64Array.from(points, ([m]) => m);
  const locality = Float64Array.from(points, ([, l]) => l);
  return paintPlane(SHAPE, { margin, locality }, () => true, source);
}

describe('the plane', () => {
  it('puts a pair where its m and l are, l upwards', () => {
    // m 0.52 of 20 cells: the eleventh from the left; l 0.95 of 10: the uppermost.
    const picture = paint([[0.52, 0.95]]);
    expect(cell(picture, 10, 0)).toEqual([255, 0, 0, 128]);
    expect(picture.filter((value, i) => i % 4 === 3 && value > 0)).toHaveLength(1);
  });

  it('hides more of the ground the more pairs lie on it', () => {
    const once = cell(paint([[0.5, 0.5]]), 10, 5)[3] ?? 0;
    const three = cell(paint([[0.5, 0.5], [0.5, 0.5], [0.5, 0.5]]), 10, 5)[3] ?? 0; // oxfmt-ignore
    // 1 − 0.5³ of 255.
    expect([once, three]).toEqual([128, 223]);
  });

  it('mixes the colours of two sources in one place', () => {
    const picture = paint(
      [
        [0.5, 0.5],
        [0.5, 0.5],
      ],
      (row) => row,
    );
    expect(cell(picture, 10, 5)).toEqual([128, 0, 128, 191]);
  });

  it('leaves out what lies outside, and draws what lies in a corner', () => {
    expect(paint([[-0.1, 0.5], [0.5, 1.1], [1, 0.5]]).some((value) => value > 0)).toBe(false); // oxfmt-ignore
    expect(cell(paint([[0, 0.01]]), 0, 9)[3]).toBe(128);
  });
});
