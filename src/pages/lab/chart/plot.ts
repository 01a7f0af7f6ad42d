/** What every chart of the lab shares: Observable Plot under the page's policy, axes, and names at the ends of lines. */

import * as Plot from '@observablehq/plot';

import { spreadLabels } from './spread';

/** An axis as a chart asks for it. */
export interface ChartAxis {
  readonly type: 'linear' | 'log';
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
  /** What it measures, with its unit. */
  readonly label: string;
}

/** Room about the plot, in pixels. */
export interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

const LABEL_GAP = 15;

/** Letters of a name that the margin on the right has room for. */
const LABEL_LETTERS = 14;

/**
 * Draws. The chart is one image with one description: its parts have no names of their own.
 * @param label what the chart shows, for those who do not see it
 */
export function drawn(options: Plot.PlotOptions, label: string): Element {
  const chart = Plot.plot({ ...options, ariaLabel: label });
  // The page's policy refuses style elements: their rules stand in app.css.
  for (const style of chart.querySelectorAll('style')) style.remove();
  for (const part of chart.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
  chart.setAttribute('role', 'img');
  chart.setAttribute('data-figure', '');
  return chart;
}

/** A scale as Plot takes it, without a label: `axisMarks` writes that. */
export function scaleOf({ type, domain }: ChartAxis): Plot.ScaleOptions {
  return { type, domain: [...domain], label: null };
}

/** Ticks, lines across and labels of both axes. */
export function axisMarks(x: ChartAxis, y: ChartAxis, margins: Margins): Plot.Markish[] {
  return [
    Plot.gridY([...y.ticks], { stroke: 'var(--line)', strokeOpacity: 1 }),
    Plot.axisY([...y.ticks], {
      tickSize: 0,
      text: y.format,
      fill: 'var(--muted)',
      fontSize: 12,
      label: null,
    }),
    Plot.ruleY([y.domain[0]], { stroke: 'var(--axis)' }),
    Plot.text([y.label], {
      frameAnchor: 'top-left',
      dx: -margins.left + 2,
      dy: -margins.top + 2,
      fill: 'var(--muted)',
      fontSize: 12,
      textAnchor: 'start',
    }),
    ...xAxisMarks(x, margins.bottom),
  ];
}

/** Ticks and label of the axis at the bottom. @param bottom room below the plot, in pixels */
export function xAxisMarks(x: ChartAxis, bottom: number): Plot.Markish[] {
  return [
    Plot.axisX([...x.ticks], {
      tickSize: 4,
      stroke: 'var(--axis)',
      text: x.format,
      fill: 'var(--muted)',
      fontSize: 12,
      label: null,
    }),
    Plot.text([x.label], {
      frameAnchor: 'bottom-right',
      dy: bottom - 4,
      fill: 'var(--muted)',
      fontSize: 12,
      textAnchor: 'end',
    }),
  ];
}

/** The point at which a line ends, where its name is to stand. */
export interface LineEnd {
  readonly name: string;
  readonly colour: string;
  readonly x: number;
  readonly y: number;
}

/** Names at the ends of lines, none over another. */
export function endLabels(
  ends: readonly LineEnd[],
  y: ChartAxis,
  top: number,
  bottom: number,
): Plot.Markish[] {
  const wanted = ends.map((end) => top + (bottom - top) * (1 - shareOf(y, end.y)));
  const placed = spreadLabels(wanted, LABEL_GAP, bottom);
  return ends.map((end, i) =>
    Plot.text([end], {
      x: 'x',
      y: 'y',
      text: () => shortened(end.name),
      textAnchor: 'start',
      dx: 9,
      dy: (placed[i] ?? 0) - (wanted[i] ?? 0),
      fill: end.colour,
      fontSize: 12,
      fontWeight: 600,
    }),
  );
}

/** Where a value stands on an axis, of [0, 1]. */
function shareOf({ type, domain: [from, to] }: ChartAxis, value: number): number {
  const on = type === 'log' ? Math.log : (x: number) => x;
  return Math.min(1, Math.max(0, (on(value) - on(from)) / (on(to) - on(from))));
}

function shortened(name: string): string {
  return name.length <= LABEL_LETTERS ? name : `${name.slice(0, LABEL_LETTERS - 1)}…`;
}
