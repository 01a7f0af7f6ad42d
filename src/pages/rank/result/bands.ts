/** The band of a row during a run: its interval after each step, first at the top, now at the bottom. */

import type { KnownAt } from '../../../session/run/running';
import { placeOn, type Axis } from '../../../ui/charts/axis';
import { bandPath, type Place } from '../../../ui/charts/lines';

/**
 * The outline of a band in a square of 100 by 100: across, the axis; down, the queries from the first interval to now.
 * Empty where there are fewer than two moments.
 */
export function intervalBand(points: readonly KnownAt[], axis: Axis): string {
  const first = points[0]?.drawn ?? 0;
  const span = (points.at(-1)?.drawn ?? 0) - first;
  if (points.length < 2 || span <= 0) return '';
  const at = (drawn: number, value: number): Place => [placeOn(axis, value), (100 * (drawn - first)) / span];
  return bandPath(
    points.map(({ drawn, low }) => at(drawn, low)),
    points.map(({ drawn, high }) => at(drawn, high)),
  );
}
