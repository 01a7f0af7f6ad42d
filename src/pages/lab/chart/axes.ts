/** Axes of charts: ticks by d3-scale, lines across, labels, names at the ends of lines. */

import * as Plot from '@observablehq/plot';
import { scaleLinear, scaleLog } from 'd3-scale';

import type { Axis } from '../../../experiments/chart';
import { spreadLabels } from '../../../ui/charts/lines';
import { cutInMiddle } from '../../../ui/charts/text';

/** About how many ticks an axis has. */
const TICKS = 6;

/** Pixels that a tick along an axis takes with its label. */
const TICK_ROOM = 46;

/** A logarithmic axis whose ends have a smaller ratio gets ticks at even steps. */
const SHORT = 8;

const QUARTERS = [0, 0.25, 0.5, 0.75, 1];

const LABEL_GAP = 15;

/** Letters of a name that fit into the right margin. */
const LABEL_LETTERS = 14;

/** Room around the plot, in pixels. */
export interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** An axis as it is drawn. */
export interface DrawnAxis {
  readonly label: string;
  /** As Plot takes it. */
  readonly scale: Plot.ScaleOptions;
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
  /** Where a value is on the axis, of [0, 1]. */
  readonly place: (value: number) => number;
}

/** @param room length of the axis in pixels: a short one has fewer ticks, so that their labels stay apart */
export function drawnAxis(
  { label, scale: type, from, to, nice, share, names }: Axis,
  room = Infinity,
): DrawnAxis {
  const scale = (type === 'log' ? scaleLog() : scaleLinear()).domain([from, to]).clamp(true);
  if (nice) scale.nice(TICKS);
  const [low = from, high = to] = scale.domain();
  const count = Math.max(2, Math.min(TICKS, Math.floor(room / TICK_ROOM)));
  const axis = {
    label,
    scale: { type, domain: [low, high], label: null },
    domain: [low, high],
    place: (value: number) => scale(value),
  } as const;
  if (share) return { ...axis, ticks: QUARTERS, format: (value) => `${Math.round(100 * value)} %` };
  if (names) return { ...axis, ticks: [...names.keys()], format: (place) => names[place] ?? '' };
  if (type === 'log' && high / low >= SHORT) {
    const powers = scaleLog([low, high], [0, 1]);
    const chosen = powers.tickFormat(count);
    const format = (value: number) => (chosen(value) === '' ? '' : power(value));
    return { ...axis, ticks: powers.ticks(TICKS), format };
  }
  const even = scaleLinear([low, high], [0, 1]);
  return { ...axis, ticks: even.ticks(count), format: even.tickFormat(count) };
}

/** A tick of a logarithmic axis. */
function power(value: number): string {
  return value >= 0.001 && value < 1e5 ? String(value) : `1e${Math.round(Math.log10(value))}`;
}

/** Ticks, lines across and labels of both axes. */
export function axisMarks(x: DrawnAxis, y: DrawnAxis, margins: Margins): Plot.Markish[] {
  return [
    Plot.gridY(
      y.ticks.filter((tick) => y.format(tick) !== ''),
      { stroke: 'var(--line)', strokeOpacity: 1 },
    ),
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
export function xAxisMarks(x: DrawnAxis, bottom: number): Plot.Markish[] {
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

/** The end of a line, where its name is. */
export interface LineEnd {
  readonly name: string;
  readonly colour: string;
  readonly x: number;
  readonly y: number;
}

/** Names at the ends of lines, without overlaps. */
export function endLabels(
  ends: readonly LineEnd[],
  y: DrawnAxis,
  top: number,
  bottom: number,
): Plot.Markish[] {
  const wanted = ends.map((end) => top + (bottom - top) * (1 - y.place(end.y)));
  const placed = spreadLabels(wanted, LABEL_GAP, bottom);
  return ends.map((end, i) =>
    Plot.text([end], {
      x: 'x',
      y: 'y',
      text: () => cutInMiddle(end.name, LABEL_LETTERS),
      textAnchor: 'start',
      dx: 9,
      dy: (placed[i] ?? 0) - (wanted[i] ?? 0),
      fill: end.colour,
      fontSize: 12,
      fontWeight: 600,
    }),
  );
}
