/** A chart of lines, a source each: bands about them, rings on them, rules across, names at their ends. */

import * as Plot from '@observablehq/plot';

import { axisMarks, drawn, endLabels, scaleOf, type ChartAxis } from './plot';

export type Point = readonly [x: number, y: number];

/** One line. */
export interface ChartLine {
  readonly name: string;
  /** A CSS colour. */
  readonly colour: string;
  /** Dashed: outside the ranking. */
  readonly dashed: boolean;
  readonly points: readonly Point[];
  /** Low and high at each point. */
  readonly band?: readonly (readonly [x: number, low: number, high: number])[];
  /** Points that stand out. */
  readonly rings?: readonly Point[];
  /** Whether every point is marked. */
  readonly dotted?: boolean;
  /** Beside the lines that matter most. */
  readonly thin?: boolean;
}

/** A rule across the chart. */
export interface ChartRule {
  readonly at: number;
  readonly label: string;
  /** `own`: where the settings stand. */
  readonly kind: 'own' | 'mark';
}

/** Words at a place of the x axis, above it. */
export interface ChartNote {
  readonly at: number;
  readonly text: string;
}

export interface LineChart {
  readonly lines: readonly ChartLine[];
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly rules?: readonly ChartRule[];
  readonly notes?: readonly ChartNote[];
}

const HEIGHT = 268;
const MARGINS = { top: 32, right: 116, bottom: 46, left: 46 };

/** Draws it. @param label what it shows, in words */
export function lineChart(
  { lines, x, y, rules = [], notes = [] }: LineChart,
  width: number,
  label: string,
): Element {
  const ends = lines.flatMap(({ name, colour, points }) => {
    const last = points.at(-1);
    return last ? [{ name, colour, x: last[0], y: last[1] }] : [];
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
      y: { ...scaleOf(y), clamp: true },
      marks: [
        ...axisMarks(x, y, MARGINS),
        ...lines.flatMap(bandMark),
        ...rules.flatMap(ruleMarks),
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
    },
    label,
  );
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

function pointMarks({ points, rings = [], dotted, colour }: ChartLine): Plot.Markish[] {
  return [
    ...(dotted ? [Plot.dot(points as [number, number][], { r: 3, fill: colour })] : []),
    Plot.dot(rings as [number, number][], { r: 4.5, fill: 'var(--bg)', stroke: colour, strokeWidth: 2 }),
  ];
}

function ruleMarks({ at, label, kind }: ChartRule): Plot.Markish[] {
  const stroke = kind === 'own' ? 'var(--accent)' : 'var(--edge)';
  return [
    Plot.ruleX([at], {
      stroke,
      strokeWidth: kind === 'own' ? 1.5 : 1,
      strokeDasharray: kind === 'own' ? 'none' : '2 3',
    }),
    Plot.text([at], {
      x: (d: number) => d,
      text: () => label,
      frameAnchor: 'top',
      dy: -12,
      fill: kind === 'own' ? 'var(--accent)' : 'var(--muted)',
      fontSize: 12,
    }),
  ];
}
