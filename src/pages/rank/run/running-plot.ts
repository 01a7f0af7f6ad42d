/** Draws the running score with Observable Plot. Loaded only when there is something to draw. */

import * as Plot from '@observablehq/plot';

import { formatCount } from '../../../app/format';
import { spreadLabels, type RunningLine } from '../../../session/run/running-series';

export interface RunningDrawing {
  readonly lines: readonly RunningLine[];
  /** Right end of the x axis. */
  readonly records: number;
  readonly width: number;
  readonly height: number;
  /** What the chart shows, in words. */
  readonly label: string;
}

const MARGIN = { top: 8, right: 104, bottom: 30, left: 44 };
const LABEL_GAP = 15;
const LABEL_LETTERS = 13;

/** One line a source from zero up, its name at the end. */
export function runningPlot({ lines, records, width, height, label }: RunningDrawing): Element {
  const highest = Math.max(0, ...lines.flatMap((line) => line.points.map((point) => point.eci)));
  const top = highest === 0 ? 1 : highest * 1.06;
  const drawn = lines.filter((line) => line.points.length > 0);
  const inner = height - MARGIN.top - MARGIN.bottom;
  const ends = drawn.map((line) => line.points.at(-1) as { records: number; eci: number });
  const wanted = ends.map(({ eci }) => MARGIN.top + inner * (1 - eci / top));
  const placed = spreadLabels(wanted, LABEL_GAP, MARGIN.top + inner);
  const chart = Plot.plot({
    width,
    height,
    marginTop: MARGIN.top,
    marginRight: MARGIN.right,
    marginBottom: MARGIN.bottom,
    marginLeft: MARGIN.left,
    x: { domain: [0, records], label: null },
    y: { domain: [0, top], label: null },
    ariaLabel: label,
    marks: [
      Plot.axisX({
        ticks: [0, Math.round(records / 2), records],
        tickSize: 0,
        tickFormat: (n: number) => ticked(n),
        fill: 'currentColor',
      }),
      Plot.axisY({ ticks: 4, tickSize: 0, fill: 'currentColor' }),
      Plot.gridY({ ticks: 4, stroke: 'var(--line)', strokeOpacity: 1 }),
      Plot.ruleY([0], { stroke: 'var(--edge)' }),
      ...drawn.flatMap((line, i) => [
        Plot.line(line.points, { x: 'records', y: 'eci', stroke: line.colour, strokeWidth: 1.8 }),
        Plot.dot(line.points.slice(-1), { x: 'records', y: 'eci', r: 3, fill: line.colour }),
        Plot.text(line.points.slice(-1), {
          x: 'records',
          y: 'eci',
          text: () => shortened(line.name),
          textAnchor: 'start',
          dx: 9,
          dy: (placed[i] ?? 0) - (wanted[i] ?? 0),
          fill: 'var(--ink)',
          fontSize: 12,
        }),
      ]),
    ],
  });
  // The page's policy refuses style elements: their rules stand in app.css.
  for (const style of chart.querySelectorAll('style')) style.remove();
  // As one image with one description, the chart has no parts with names of their own.
  for (const part of chart.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
  chart.setAttribute('role', 'img');
  return chart;
}

function ticked(records: number): string {
  return records === 0 ? '0 records' : formatCount(records);
}

function shortened(name: string): string {
  return name.length <= LABEL_LETTERS ? name : `${name.slice(0, LABEL_LETTERS - 1)}…`;
}
