/** The running score as it comes in: one series of points a source, kept small enough to draw. */

import type { RunningScore } from '../../engine/types';
import { countOf, formatScore } from '../../app/format';

export interface RunningPoint {
  readonly records: number;
  readonly eci: number;
  readonly trace: number;
}

/** Points of each source, by its id in the store. */
export type RunningSeries = ReadonlyMap<number, readonly RunningPoint[]>;

/** No source has a point yet. */
export const NO_RUNNING: RunningSeries = new Map();

/** Points a series may hold; beyond it every other point goes, never the last. */
const MOST_POINTS = 240;

/** The series with new points added, in a new map. */
export function addRunning(series: RunningSeries, scores: readonly RunningScore[]): RunningSeries {
  if (scores.length === 0) return series;
  const next = new Map<number, RunningPoint[]>();
  for (const [source, points] of series) next.set(source, [...points]);
  for (const { source, ...point } of scores) {
    const points = next.get(source);
    if (points) points.push(point);
    else next.set(source, [point]);
  }
  for (const [source, points] of next) if (points.length > MOST_POINTS) next.set(source, thinned(points));
  return next;
}

/** Every other point, and the last. */
function thinned(points: readonly RunningPoint[]): RunningPoint[] {
  return points.filter((_point, i) => i % 2 === 0 || i === points.length - 1);
}

/**
 * Heights for labels at the ends of lines, so that none covers another: each as near its own as the others allow.
 * @param wanted heights, top down in pixels
 * @param gap least distance between two labels
 * @param bottom the lowest height allowed
 * @returns heights in the order given
 */
export function spreadLabels(wanted: readonly number[], gap: number, bottom: number): number[] {
  const order = wanted.map((_y, i) => i).sort((a, b) => (wanted[a] as number) - (wanted[b] as number));
  const heights = order.map((i) => wanted[i] as number);
  for (let i = 1; i < heights.length; i++) {
    heights[i] = Math.max(heights[i] as number, (heights[i - 1] as number) + gap);
  }
  const excess = (heights.at(-1) ?? 0) - bottom;
  if (excess > 0) {
    heights[heights.length - 1] = bottom;
    for (let i = heights.length - 2; i >= 0; i--) {
      heights[i] = Math.min(heights[i] as number, (heights[i + 1] as number) - gap);
    }
  }
  const placed = new Array<number>(wanted.length).fill(0);
  order.forEach((source, place) => {
    placed[source] = heights[place] as number;
  });
  return placed;
}

/** One source's line in the chart. */
export interface RunningLine {
  readonly name: string;
  /** A CSS colour. */
  readonly colour: string;
  readonly points: readonly RunningPoint[];
}

/** Where each line stands now, for those who do not see the chart. */
export function runningInWords(lines: readonly RunningLine[]): string {
  return lines
    .map(({ name, points }) => {
      const last = points.at(-1);
      return last
        ? `${name}: ${formatScore(last.eci)} after ${countOf(last.records, 'record')}.`
        : `${name}: none yet.`;
    })
    .join(' ');
}
