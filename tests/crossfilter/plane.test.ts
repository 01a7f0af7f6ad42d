import { describe, expect, it } from 'vitest';

import { Plane, type DotStyle } from '../../src/crossfilter/plane';

const SHAPE = { width: 20, height: 10, m: [0, 1], l: [0, 1] } as const;
const RED_BLUE: DotStyle = { radius: 0.5, opacity: 0.5, colours: [255, 0, 0, 0, 0, 255] };

/** Red, green, blue and opacity of a pixel. */
function pixel(picture: Uint8ClampedArray, x: number, y: number): number[] {
  return [...picture.subarray(4 * (y * SHAPE.width + x), 4 * (y * SHAPE.width + x) + 4)];
}

function paint(points: readonly (readonly [number, number])[], source = (_: number) => 0, style = RED_BLUE) {
  const plane = new Plane(
    SHAPE,
    Float64Array.from(points, ([m]) => m),
    Float64Array.from(points, ([, l]) => l),
  );
  return plane.paint(style, () => true, source);
}

describe('the plane', () => {
  it('puts a pair where its m and l are, l upwards', () => {
    // m 0.52 of 20 pixels: the eleventh from the left; l 0.95 of 10: the uppermost.
    const picture = paint([[0.52, 0.95]]);
    expect(pixel(picture, 10, 0)).toEqual([255, 0, 0, 128]);
    expect(picture.filter((value, i) => i % 4 === 3 && value > 0)).toHaveLength(1);
  });

  it('hides more of the ground the more dots lie on it', () => {
    const once = pixel(paint([[0.5, 0.5]]), 10, 5)[3] ?? 0;
    const three = pixel(paint([[0.5, 0.5], [0.5, 0.5], [0.5, 0.5]]), 10, 5)[3] ?? 0; // prettier-ignore
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
    expect(pixel(picture, 10, 5)).toEqual([128, 0, 128, 191]);
  });

  it('leaves out what lies outside, and draws a disc at the edge in part', () => {
    const large = { ...RED_BLUE, radius: 2 };
    expect(
      paint(
        [
          [-0.1, 0.5],
          [0.5, 1.1],
        ],
        () => 0,
        large,
      ).some((value) => value > 0),
    ).toBe(false);
    const corner = paint([[0, 0.01]], () => 0, large);
    expect(pixel(corner, 0, 9)[3]).toBe(128);
    expect(pixel(corner, 2, 9)[3]).toBeGreaterThan(0);
    expect(pixel(corner, 3, 9)[3]).toBe(0);
    // Nothing wraps round to the other side.
    expect(pixel(corner, 19, 8)[3]).toBe(0);
  });
});
