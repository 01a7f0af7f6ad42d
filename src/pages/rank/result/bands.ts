/** The band of a row during a run: its interval after each step, first at the top, now at the bottom. */

import type { KnownAt } from '../../../session/run/running';
import { placeOn, type Axis } from '../../../ui/charts/axis';

/**
 * The outline of a band in a square of 100 by 100: across, the axis; down, the queries from the first interval to now.
 * Empty where there are fewer than two moments.
 */
export function bandPath(points: readonly KnownAt[], axis: Axis): string {
  const first = points[0]?.drawn ?? 0;
  const span = (points.at(-1)?.drawn ?? 0) - first;
  if (points.length < 2 || span <= 0) return '';
  const at = (drawn: number, value: number) =>
    `${placeOn(axis, value).toFixed(2)} ${((100 * (drawn - first)) / span).toFixed(2)}`;
  const down = points.map(({ drawn, low }) => at(drawn, low));
  const up = [...points].reverse().map(({ drawn, high }) => at(drawn, high));
  return `M${[...down, ...up].join('L')}Z`;
}
