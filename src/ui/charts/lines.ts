/** Lines of a chart and their geometry: paths through points, and names at the ends. */

export interface ChartLine {
  /** Written at its end, where the chart has room for names; empty for none. */
  readonly name?: string;
  /** A CSS colour. */
  readonly colour: string;
  /** From left to right; the line is broken at null. */
  readonly points: readonly (readonly [x: number, y: number] | null)[];
  readonly thin?: boolean;
  /** Lengths of dashes and gaps, in pixels; '' for none. */
  readonly dash?: string;
  /** Whether every point is marked; hollow on a line of dashes. */
  readonly dotted?: boolean;
  /** Points that stand out, and others that stand out in another way. */
  readonly rings?: readonly Place[];
  readonly squares?: readonly Place[];
}

/** A point in pixels. */
export type Place = readonly [x: number, y: number];

/** The path of a line, broken where there is no point. */
export function linePath(points: readonly (Place | null)[]): string {
  return points
    .map((point, i) => (point === null ? '' : `${(points[i - 1] ?? null) === null ? 'M' : 'L'}${at(point)}`))
    .join('');
}

function at([x, y]: Place): string {
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
}

/**
 * Heights for labels, each as near to its own as the others allow.
 * @param wanted heights, top down in pixels
 * @param gap least distance between two labels
 * @param bottom the lowest height allowed
 * @returns heights in the order given
 */
export function spreadLabels(wanted: readonly number[], gap: number, bottom: number): number[] {
  const order = [...wanted.keys()].sort((a, b) => (wanted[a] as number) - (wanted[b] as number));
  const places = [...wanted];
  let least = -Infinity;
  for (const i of order) {
    places[i] = Math.max(least, wanted[i] as number);
    least = places[i] + gap;
  }
  let most = bottom;
  for (const i of order.toReversed()) {
    places[i] = Math.min(most, places[i] as number);
    most = places[i] - gap;
  }
  return places;
}
