/** A chart of lines, one per source, with bands, rings, rules and names at the ends. */

import * as Plot from '@observablehq/plot';

import type { ChartLine, LineChart, Point } from '../../../experiments/chart';
import { axisMarks, drawnAxis, endLabels } from './axes';

const HEIGHT = 268;
const MARGINS = { top: 32, right: 116, bottom: 46, left: 46 };

export function lineChart(chart: LineChart, width: number): Plot.PlotOptions {
  const { lines, rule, notes = [] } = chart;
  const x = drawnAxis(chart.x, width - MARGINS.left - MARGINS.right);
  const y = drawnAxis(chart.y);
  const ends = lines.flatMap(({ name, colour, points }) => {
    const last = points.at(-1);
    return last && name !== '' ? [{ name, colour, x: last[0], y: last[1] }] : [];
  });
  return {
    width,
    height: HEIGHT,
    marginTop: MARGINS.top,
    marginRight: MARGINS.right,
    marginBottom: MARGINS.bottom,
    marginLeft: MARGINS.left,
    x: x.scale,
    y: { ...y.scale, clamp: true },
    marks: [
      ...axisMarks(x, y, MARGINS),
      ...lines.flatMap(bandMark),
      ...(rule ? ruleMarks(rule) : []),
      ...lines.map(lineMark),
      ...lines.flatMap(pointMarks),
      ...endLabels(ends, y, MARGINS.top, HEIGHT - MARGINS.bottom),
      Plot.text([...notes], {
        x: 'at',
        text: 'text',
        frameAnchor: 'bottom',
        dy: -6,
        fill: 'var(--ink)',
        fontSize: 12,
      }),
    ],
  };
}

function bandMark({ band, colour }: ChartLine): Plot.Markish[] {
  if (!band) return [];
  return [
    Plot.areaY([...band], {
      x: (d: readonly number[]) => d[0] as number,
      y1: (d: readonly number[]) => d[1] as number,
      y2: (d: readonly number[]) => d[2] as number,
      fill: colour,
      fillOpacity: 0.2,
    }),
  ];
}

function lineMark({ points, colour, dashed, thin }: ChartLine): Plot.Markish {
  return Plot.line(points as Point[] as [number, number][], {
    stroke: colour,
    strokeWidth: thin ? 1.2 : 2,
    strokeDasharray: dashed ? '5 4' : 'none',
  });
}

function pointMarks({ points, rings = [], squares = [], dotted, dashed, colour }: ChartLine): Plot.Markish[] {
  return [
    ...(dotted
      ? [
          Plot.dot(points as [number, number][], {
            r: 3.5,
            fill: dashed ? 'var(--bg)' : colour,
            stroke: colour,
            strokeWidth: 1.5,
          }),
        ]
      : []),
    Plot.dot(rings as [number, number][], { r: 4.5, fill: 'var(--bg)', stroke: colour, strokeWidth: 2 }),
    Plot.dot(squares as [number, number][], {
      r: 8,
      symbol: 'square',
      fill: 'none',
      stroke: 'var(--warn)',
      strokeWidth: 1.5,
    }),
  ];
}

function ruleMarks({ at, label }: NonNullable<LineChart['rule']>): Plot.Markish[] {
  return [
    Plot.ruleX([at], { stroke: 'var(--accent)', strokeWidth: 1.5 }),
    Plot.text([at], {
      x: (d: number) => d,
      text: () => label,
      frameAnchor: 'top',
      dy: -12,
      fill: 'var(--accent)',
      fontSize: 12,
    }),
  ];
}
