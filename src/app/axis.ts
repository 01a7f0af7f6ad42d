/** The axis of a figure: ticks at round numbers, and where a value stands on it in per cent. */

/** Most steps that an axis is cut into. */
const MOST_STEPS = 6;

/** What a step may be, times a power of ten. */
const ROUND_STEPS = [1, 2, 5, 10];

/** An axis from `from` to `to`. */
export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
  /** Decimals that tell the ticks apart. */
  readonly decimals: number;
}

/** From 0 to the next tick above the largest value. @param largest > 0; anything else gives an axis to 1 */
export function axisFromZero(largest: number): Axis {
  return axisAround(0, largest > 0 ? largest : 0.99);
}

/** From the tick below the smallest value, 0 at most, to the next tick above the largest, 0 at least. */
export function axisAround(smallest: number, largest: number): Axis {
  const low = Math.min(0, smallest);
  const high = Math.max(0, largest);
  const { step, decimals } = roundStep((high - low) / MOST_STEPS);
  // A value on a tick has room behind it; one that lies there but for rounding too.
  const first = low < 0 ? Math.ceil(low / step - 1 + 1e-9) : 0;
  const last = high > 0 ? Math.floor(high / step + 1 + 1e-9) : 0;
  const ticks = Array.from({ length: last - first + 1 }, (_, i) =>
    Number(((first + i) * step).toFixed(decimals)),
  );
  return { from: ticks[0] as number, to: ticks.at(-1) as number, ticks, decimals };
}

/** From the tick at or below the smallest value to the tick at or above the largest, 0 or not. */
export function axisBetween(smallest: number, largest: number): Axis {
  const { step, decimals } = roundStep((largest - smallest) / MOST_STEPS);
  const first = Math.floor(smallest / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(largest / step - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, i) =>
    Number(((first + i) * step).toFixed(decimals)),
  );
  return { from: ticks[0] as number, to: ticks.at(-1) as number, ticks, decimals };
}

/** Per cent of the axis at which a value stands; one beyond an end stands at the end. */
export function placeOn({ from, to }: Axis, value: number): number {
  return Math.min(100, Math.max(0, (100 * (value - from)) / (to - from)));
}

/** The smallest round step that is not below `least`. */
function roundStep(least: number): { step: number; decimals: number } {
  const exponent = least > 0 && Number.isFinite(least) ? Math.floor(Math.log10(least)) : -1;
  const power = 10 ** exponent;
  const times = ROUND_STEPS.find((round) => round * power >= least * (1 - 1e-9)) ?? 10;
  const decimals = Math.max(0, -(times === 10 ? exponent + 1 : exponent));
  return { step: times * power, decimals };
}
