/** Charts as data: an experiment says what is drawn, the page draws it. */

import type { ShownSource } from './shown-source';

export interface Axis {
  /** What it measures, with its unit. */
  readonly label: string;
  readonly scale: 'linear' | 'log';
  readonly from: number;
  readonly to: number;
  /** True where each end is extended to the next tick. */
  readonly nice?: boolean;
  /** True for shares, written in per cent. */
  readonly share?: boolean;
  /** Labels at 0, 1, 2 … instead of numbers. */
  readonly names?: readonly string[];
}

export type Point = readonly [x: number, y: number];

export interface ChartLine {
  /** Written at the line's end; empty for a line without a name. */
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
  /** Points that stand out in another way. */
  readonly squares?: readonly Point[];
  /** True where every point is marked; hollow on a dashed line. */
  readonly dotted?: boolean;
  /** True for secondary lines. */
  readonly thin?: boolean;
}

export interface LineChart {
  readonly kind: 'lines';
  readonly lines: readonly ChartLine[];
  readonly x: Axis;
  readonly y: Axis;
  /** A rule at the current settings. */
  readonly rule?: { readonly at: number; readonly label: string };
  /** Words above the x axis. */
  readonly notes?: readonly { readonly at: number; readonly text: string }[];
}

export interface ChartRow {
  readonly name: string;
  /** A CSS colour; null for sources made for the experiment. */
  readonly colour: string | null;
  /** Circle: a source; hollow: outside the ranking; diamond: made for the experiment. */
  readonly mark: 'circle' | 'hollow' | 'diamond';
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
  /** A thinner interval around that one. */
  readonly outer?: { readonly low: number; readonly high: number };
  /** Small ticks beside the mark: the score under other circumstances. */
  readonly ticks?: readonly number[];
  readonly note: string;
  /** True where the note says that it is outside the reference range. */
  readonly warm?: boolean;
}

/** A row for each source: a mark at its score, its interval, a note at the right. */
export interface RowChart {
  readonly kind: 'rows';
  readonly rows: readonly ChartRow[];
  readonly x: Axis;
  /** A rule at a score. */
  readonly rule?: { readonly at: number; readonly label: string; readonly colour: string };
}

export interface HeatCell {
  readonly row: string;
  readonly column: string;
  /** A CSS colour. */
  readonly colour: string;
  /** Strength of the colour, of [0, 1]. */
  readonly strength: number;
  readonly upper: string;
  readonly lower: string;
  readonly framed: boolean;
}

/** A row for each way of scoring, a column for each source. */
export interface HeatGrid {
  readonly kind: 'heat';
  readonly rows: readonly { readonly id: string; readonly label: string; readonly current: boolean }[];
  readonly columns: readonly { readonly id: string; readonly name: string; readonly colour: string }[];
  readonly cells: readonly HeatCell[];
}

export type Chart = LineChart | RowChart | HeatGrid;

/** From 0 to the next tick above the largest value; to 1 where no value is above 0. */
export function zeroAxis(values: readonly number[], label: string): Axis {
  const largest = Math.max(0, ...values.filter(Number.isFinite));
  return { scale: 'linear', from: 0, to: largest > 0 ? largest : 1, nice: true, label };
}

/** From the tick below the smallest value to the tick above the largest. */
export function betweenAxis(values: readonly number[], label: string): Axis {
  return { scale: 'linear', from: Math.min(...values), to: Math.max(...values), nice: true, label };
}

export function shareAxis(label: string, from = 0, to = 1): Axis {
  return { scale: 'linear', from, to, share: true, label };
}

/** @param from > 0 */
export function logAxis(from: number, to: number, label: string): Axis {
  return { scale: 'log', from, to, label };
}

/** A line for each source through its scores. @param scores by step, then by source */
export function sourceLines(
  sources: readonly ShownSource[],
  xs: readonly number[],
  scores: readonly (readonly number[])[],
): ChartLine[] {
  return sources.map(({ name, css, outside }, place) => ({
    name,
    colour: css,
    dashed: outside,
    points: xs.map((x, step): Point => [x, scores[step]?.[place] ?? 0]),
  }));
}

/** Rows over an axis of scores from 0. @param values that the axis covers; by default those of the rows */
export function rowChart(rows: readonly ChartRow[], values = rows.map(({ value }) => value)): RowChart {
  return { kind: 'rows', rows, x: zeroAxis(values, 'score') };
}

export function highestFirst(rows: readonly ChartRow[]): ChartRow[] {
  return [...rows].sort((a, b) => b.value - a.value);
}

/** Name, colour and mark of a source in a chart of rows. */
export function sourceRow({ name, css, outside }: ShownSource): Pick<ChartRow, 'name' | 'colour' | 'mark'> {
  return { name, colour: css, mark: outside ? 'hollow' : 'circle' };
}
