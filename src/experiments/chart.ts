/** Charts as data: an experiment says what is drawn, the page draws it. */

import { axisBetween, logAxis as logarithmic, type Axis } from '../ui/charts/axis';
import type { ChartLine } from '../ui/charts/lines';
import { formatPercent } from '../ui/words';

/** An axis with what it measures and its unit. */
export type LabelledAxis = Axis & { readonly label: string };

export interface LineChart {
  readonly kind: 'lines';
  readonly lines: readonly ChartLine[];
  readonly x: LabelledAxis;
  readonly y: LabelledAxis;
  /** A rule at the current settings. */
  readonly rule?: { readonly at: number; readonly label: string };
}

export interface ChartRow {
  readonly name: string;
  /** A CSS colour; null for sources made for the experiment. */
  readonly colour: string | null;
  /** Circle: a source; hollow: without a rank; diamond: made for the experiment. */
  readonly mark: 'circle' | 'hollow' | 'diamond';
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
  readonly note: string;
  /** True where the note says that it is outside the reference range. */
  readonly warm?: boolean;
}

/** A row for each source: a mark at its score, its interval, a note at the right. */
export interface RowChart {
  readonly kind: 'rows';
  readonly rows: readonly ChartRow[];
  readonly x: LabelledAxis;
  /** A rule at a score. */
  readonly rule?: { readonly at: number; readonly label: string; readonly colour: string };
}

export interface HeatCell {
  /** Strength of the source's colour, of [0, 1]. */
  readonly strength: number;
  readonly upper: string;
  readonly lower: string;
  readonly framed: boolean;
}

/** A row for each way of scoring, a column for each source. */
export interface HeatGrid {
  readonly kind: 'heat';
  /** With a CSS colour. */
  readonly columns: readonly { readonly name: string; readonly colour: string }[];
  readonly rows: readonly {
    readonly label: string;
    readonly current: boolean;
    /** By column. */
    readonly cells: readonly HeatCell[];
  }[];
}

export type Chart = LineChart | RowChart | HeatGrid;

/** From 0 to the next tick above the largest value; to 1 where no value is above 0. */
export function zeroAxis(values: readonly number[], label: string): LabelledAxis {
  return { ...axisBetween(0, Math.max(0, ...values.filter(Number.isFinite))), label };
}

/** From the tick below the smallest value to the tick above the largest. */
export function betweenAxis(values: readonly number[], label: string): LabelledAxis {
  return { ...axisBetween(Math.min(...values), Math.max(...values)), label };
}

const QUARTERS = [0, 0.25, 0.5, 0.75, 1];

/** Shares in per cent. */
export function shareAxis(label: string, from = 0, to = 1): LabelledAxis {
  const ticks = QUARTERS.filter((share) => share >= from && share <= to);
  return { from, to, ticks, format: (share) => formatPercent(share, 0), label };
}

/** @param from > 0 */
export function logAxis(from: number, to: number, label: string): LabelledAxis {
  return { ...logarithmic(from, to), label };
}
