/** Score against what came of training: a point a source, joined inside each block, the block's name at its end. */

import * as Plot from '@observablehq/plot';

import { axisMarks, drawn, endLabels, scaleOf, type ChartAxis } from './plot';
import type { Point } from './lines';

export interface ScatterBlock {
  readonly name: string;
  /** A CSS colour. */
  readonly colour: string;
  /** Dashed and hollow: the second setting of an encoder and further ones. */
  readonly dashed: boolean;
  /** True where the name stands at its end. */
  readonly named: boolean;
  /** By score, lowest first. */
  readonly points: readonly (readonly [score: number, metric: number, name: string])[];
}

export interface ScatterChart {
  readonly blocks: readonly ScatterBlock[];
  readonly x: ChartAxis;
  readonly y: ChartAxis;
}

const HEIGHT = 336;
const MARGINS = { top: 32, right: 96, bottom: 46, left: 46 };

/** Draws it. @param label what it shows, in words */
export function scatterChart({ blocks, x, y }: ScatterChart, width: number, label: string): Element {
  const ends = blocks.flatMap(({ name, colour, named, points }) => {
    const last = points.at(-1);
    return named && last ? [{ name, colour, x: last[0], y: last[1] }] : [];
  });
  return drawn(
    {
      width,
      height: HEIGHT,
      marginTop: MARGINS.top,
      marginRight: MARGINS.right,
      marginBottom: MARGINS.bottom,
      marginLeft: MARGINS.left,
      x: scaleOf(x),
      y: scaleOf(y),
      marks: [
        ...axisMarks(x, y, MARGINS),
        ...blocks.flatMap(({ points, colour, dashed }) => {
          const places = points.map(([score, metric]): Point => [score, metric]) as [number, number][];
          return [
            Plot.line(places, {
              stroke: colour,
              strokeWidth: 1.6,
              strokeDasharray: dashed ? '4 3' : 'none',
            }),
            Plot.dot(places, {
              r: 4.5,
              fill: dashed ? 'var(--bg)' : colour,
              stroke: colour,
              strokeWidth: 1.8,
            }),
          ];
        }),
        ...endLabels(ends, y, MARGINS.top, HEIGHT - MARGINS.bottom),
      ],
    },
    label,
  );
}
