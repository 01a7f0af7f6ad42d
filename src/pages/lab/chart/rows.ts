/** A chart of rows, one per source: score, interval, a note at the right. */

import * as Plot from '@observablehq/plot';

import type { ChartRow, RowChart } from '../../../experiments/chart';
import { drawnAxis, xAxisMarks } from './axes';

/** Below this width a note stands under its name, so that both leave room for the marks. */
const NARROW = 620;

const ROW = { wide: 27, narrow: 38 };
/** The most of a narrow chart that names and notes take. */
const NAMES = 0.42;
const TOP = 24;
const BOTTOM = 40;
const LETTERS = 26;
/** Width of a letter of a name, and of a note, in pixels. */
const NAME_LETTER = 7.8;
const NOTE_LETTER = 7;
const TEXT = 12.5;
/** Half the length of a small tick, in rows. */
const TICK = 0.16;

export function rowChart(chart: RowChart, width: number): Plot.PlotOptions {
  const { rows, rule } = chart;
  const narrow = width < NARROW;
  const longest = (texts: readonly string[]) =>
    Math.min(LETTERS, Math.max(0, ...texts.map(({ length }) => length)));
  const ofNames = 14 + NAME_LETTER * longest(rows.map(({ name }) => name));
  const ofNotes = 18 + NOTE_LETTER * longest(rows.map(({ note }) => note));
  const left = narrow ? Math.min(NAMES * width, Math.max(ofNames, ofNotes)) : ofNames;
  const right = narrow ? 12 : ofNotes;
  const x = drawnAxis(chart.x, width - left - right);
  const lineWidth = (left - 14) / TEXT;
  const height = TOP + BOTTOM + rows.length * (narrow ? ROW.narrow : ROW.wide);
  const placed = rows.map((row, place) => ({ ...row, place, colour: row.colour ?? 'var(--ink)' }));
  const y = (row: { place: number }) => row.place;
  const isTwoLines = ({ note }: ChartRow) => narrow && note !== '';
  const names = [
    { rows: placed.filter(isTwoLines), dy: -8 },
    { rows: placed.filter((row) => !isTwoLines(row)), dy: 0 },
  ];
  return {
    width,
    height,
    marginTop: TOP,
    marginBottom: BOTTOM,
    marginLeft: left,
    marginRight: right,
    x: x.scale,
    y: { domain: [-0.5, rows.length - 0.5], reverse: true, axis: null },
    marks: [
      Plot.gridX([...x.ticks], { stroke: 'var(--line)', strokeOpacity: 1 }),
      ...xAxisMarks(x, BOTTOM),
      ...(rule ? ruleMarks(rule) : []),
      ...placed.flatMap((row) => rowMarks(row, y)),
      ...names.map(({ rows: some, dy }) =>
        Plot.text(some, {
          y,
          text: 'name',
          frameAnchor: 'left',
          textAnchor: 'end',
          dx: -12,
          dy,
          lineWidth,
          textOverflow: 'ellipsis',
          fill: (row: PlacedRow) => row.colour,
          fontWeight: 600,
          fontSize: TEXT,
        }),
      ),
      Plot.text(placed, {
        y,
        text: 'note',
        frameAnchor: narrow ? 'left' : 'right',
        textAnchor: narrow ? 'end' : 'start',
        dx: narrow ? -12 : 12,
        dy: narrow ? 8 : 0,
        lineWidth: narrow ? lineWidth : Infinity,
        textOverflow: 'ellipsis',
        fill: (row: PlacedRow) => (row.warm ? 'var(--warn)' : 'var(--muted)'),
        fontSize: TEXT,
      }),
    ],
    color: { type: 'identity' },
  };
}

type PlacedRow = ChartRow & { readonly place: number; readonly colour: string };

function rowMarks(row: PlacedRow, y: (row: PlacedRow) => number): Plot.Markish[] {
  const { colour, low, high, outer, mark, ticks } = row;
  return [
    ...(outer ? whisker(row, outer, colour) : []),
    ...(low === undefined || high === undefined
      ? []
      : [
          Plot.ruleY([row], {
            x1: low,
            x2: high,
            y,
            stroke: colour,
            strokeWidth: outer ? 6 : 2,
            strokeOpacity: outer ? 0.45 : 1,
          }),
        ]),
    ...(ticks
      ? [
          Plot.ruleX([...ticks], {
            x: (d: number) => d,
            y1: row.place - TICK,
            y2: row.place + TICK,
            stroke: colour,
            strokeOpacity: 0.8,
          }),
        ]
      : []),
    Plot.dot([row], {
      x: 'value',
      y,
      r: 5.5,
      symbol: mark === 'diamond' ? 'diamond' : 'circle',
      fill: mark === 'circle' ? colour : 'var(--bg)',
      stroke: colour,
      strokeWidth: 2,
    }),
  ];
}

/** A thin line with ends. */
function whisker(
  { place }: PlacedRow,
  { low, high }: NonNullable<ChartRow['outer']>,
  colour: string,
): Plot.Markish[] {
  return [
    Plot.ruleY([place], { x1: low, x2: high, y: place, stroke: colour, strokeWidth: 1.5 }),
    Plot.ruleX([low, high], {
      x: (d: number) => d,
      y1: place - TICK,
      y2: place + TICK,
      stroke: colour,
      strokeWidth: 1.5,
    }),
  ];
}

function ruleMarks({ at, label, colour }: NonNullable<RowChart['rule']>): Plot.Markish[] {
  return [
    Plot.ruleX([at], { stroke: colour, strokeWidth: 1.3, strokeDasharray: '4 3' }),
    Plot.text([at], {
      x: (d: number) => d,
      text: () => label,
      frameAnchor: 'top',
      dy: -14,
      fill: 'var(--muted)',
      fontSize: 12,
    }),
  ];
}
