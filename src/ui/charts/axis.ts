/** The axis of a figure: ticks at round numbers (d3-scale), and where a value stands on it in per cent. */

import { scaleLinear, scaleLog } from 'd3-scale';

/** About as many steps as an axis is cut into. */
const STEPS = 5;

export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
  /** A tick with as many decimals as tell the ticks apart. */
  readonly format: (value: number) => string;
  /** Spaced by logarithms; then both ends are above 0. */
  readonly isLog?: boolean;
}

/** A part of an axis, in per cent of it. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

export function spanBetween(from: number, to: number): Span {
  return { from, to, width: to - from };
}

/** Where something stands in a picture, in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Values that differ by a smaller share than this are one value: between them a float has no room for ticks. */
const SAME = 1e-9;

/** From the tick at or below the smallest value to the tick at or above the largest. */
export function axisBetween(smallest: number, largest: number): Axis {
  const apart = largest - smallest > SAME * Math.max(Math.abs(smallest), Math.abs(largest));
  const wide = apart ? largest : smallest + (Math.abs(smallest) / 10 || 1);
  const scale = scaleLinear([smallest, wide], [0, 1]).nice(STEPS);
  const [from = 0, to = 1] = scale.domain();
  return axisOn(from, to);
}

/** From `from` to `to` exactly, with the round numbers between them as ticks. */
export function axisOn(from: number, to: number): Axis {
  const scale = scaleLinear([from, to], [0, 1]);
  const written = scale.tickFormat(STEPS);
  return { from, to, ticks: scale.ticks(STEPS), format: (value) => (value === 0 ? '0' : written(value)) };
}

/** A logarithmic axis whose ends have a smaller ratio gets ticks at even steps, at whole numbers where there are some. */
const SHORT = 8;

/** From `from` to `to` on a logarithmic scale. @param from > 0 */
export function logAxis(from: number, to: number): Axis {
  if (to / from < SHORT) {
    const even = axisOn(from, to);
    const whole = even.ticks.filter(Number.isInteger);
    return whole.length > 2
      ? { ...even, ticks: whole, format: String, isLog: true }
      : { ...even, isLog: true };
  }
  const powers = scaleLog([from, to], [0, 1]);
  const chosen = powers.tickFormat(STEPS);
  const ticks = powers.ticks(STEPS).filter((tick) => chosen(tick) !== '');
  return { from, to, ticks, format: power, isLog: true };
}

/** A tick of a logarithmic axis. */
function power(value: number): string {
  return value >= 0.001 && value < 1e5 ? String(value) : `1e${Math.round(Math.log10(value))}`;
}

/** Width of a letter of a tick's label, and between two labels, in pixels. */
const LETTER = 7;
const APART = 14;

/** The ticks whose labels stand apart along an axis of so many pixels. */
export function ticksIn(axis: Axis, room: number): readonly number[] {
  let free = -Infinity;
  return axis.ticks.filter((tick) => {
    const at = (placeOn(axis, tick) / 100) * room;
    if (at < free) return false;
    free = at + LETTER * axis.format(tick).length + APART;
    return true;
  });
}

/** Where a value is on the axis, in per cent, kept within its ends. */
export function placeOn({ from, to, isLog }: Pick<Axis, 'from' | 'to' | 'isLog'>, value: number): number {
  const share = isLog ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
  return clamp(100 * share, 0, 100);
}

/** The value, or the nearer end of [least, most] where it lies outside. */
export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
