/** The intervals of a run as they come in: what each source's score was known to be after so many queries. */

import type { RunningOrder } from '../../engine/types';

/** After so many queries, what was known of one score. */
export interface KnownAt {
  readonly drawn: number;
  readonly low: number;
  readonly high: number;
}

/** Of each source, by its id in the store. */
export type IntervalHistory = ReadonlyMap<number, readonly KnownAt[]>;

export const NO_BANDS: IntervalHistory = new Map();

/** Points a band may have; beyond it every other point goes, never the last. */
const MOST_POINTS = 120;

/** The history with one more moment, in a new map; a moment at which nothing is known of a source is left out. */
export function addIntervals(history: IntervalHistory, order: RunningOrder): IntervalHistory {
  const next = new Map(history);
  for (const { source, low, high } of order.scores) {
    if (!Number.isFinite(low) || !Number.isFinite(high)) continue;
    const before = next.get(source) ?? [];
    const points = [...before, { drawn: order.drawn, low, high }];
    next.set(source, points.length > MOST_POINTS ? thinned(points) : points);
  }
  return next;
}

function thinned(points: readonly KnownAt[]): KnownAt[] {
  return points.filter((_point, i) => i % 2 === 0 || i === points.length - 1);
}
