/** The axes of the lab's charts: from zero, between two values, or logarithmic. */

import { axisBetween, axisFromZero, type Axis } from '../../../ui/charts/axis';
import type { ChartAxis } from './plot';

/** From 0 to the next tick above the largest value. */
export function zeroAxis(largest: number, label: string): ChartAxis {
  return linear(axisFromZero(largest), label);
}

/** From the tick below the smallest value to the one above the largest. */
export function betweenAxis(values: readonly number[], label: string): ChartAxis {
  return linear(axisBetween(Math.min(...values), Math.max(...values)), label);
}

/** From 0 to 1, in per cent. */
export function shareAxis(label: string): ChartAxis {
  return {
    type: 'linear',
    domain: [0, 1],
    ticks: [0, 0.25, 0.5, 0.75, 1],
    format: (value) => `${Math.round(100 * value)} %`,
    label,
  };
}

/** Steps of a decade that carry ticks: few where the axis is long. */
const STEPS_OF_SHORT = [1, 3];

/** Decades from which on only whole powers of ten carry ticks. */
const LONG = 3;

/** Below this ratio of its ends a logarithmic axis has ticks at even steps. */
const SHORT = 8;

/** From `from` to `to`, both > 0: ticks at 1, 3, 10, 30 …, at powers of ten on a long axis, at even steps on a short one. */
export function logAxis(from: number, to: number, label: string): ChartAxis {
  if (to / from < SHORT) return { ...linear(axisBetween(from, to), label), type: 'log', domain: [from, to] };
  const low = Math.floor(Math.log10(from));
  const high = Math.ceil(Math.log10(to));
  const steps = high - low > LONG ? [1] : STEPS_OF_SHORT;
  const powers = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  const ticks = powers
    .flatMap((power) => steps.map((step) => Number(`${step}e${power}`)))
    .filter((tick) => tick >= from * (1 - 1e-9) && tick <= to * (1 + 1e-9));
  return { type: 'log', domain: [from, to], ticks, format: logTick, label };
}

function logTick(value: number): string {
  return value >= 0.001 && value < 1e5 ? String(value) : `1e${Math.round(Math.log10(value))}`;
}

function linear({ from, to, ticks, format }: Axis, label: string): ChartAxis {
  return { type: 'linear', domain: [from, to], ticks, format, label };
}
