/** Where the values of a plot are on the screen. */

import { placeOn, ticksIn, type Axis } from '../../ui/charts/axis';

/** A dot of a plot. */
export interface PlotPoint {
  readonly id: string;
  readonly at: readonly [x: number, y: number];
  /** For assistive tools. */
  readonly name: string;
  /** Written beside it. */
  readonly label?: string | undefined;
  readonly side?: 'left' | 'right' | 'above' | 'below' | undefined;
  readonly look: 'passage' | 'hollow' | 'answer';
  readonly colour?: string | undefined;
}

/** Edges of the axes in pixels, and the places of values. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Size of the type. */
  readonly letter: number;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

interface Room {
  readonly width: number;
  readonly height: number;
  readonly letter: number;
  readonly across: Axis;
  readonly up: Axis;
  /** Room to the right, in letters. */
  readonly right: number;
  /** True where the name of the axis upwards stands above it. */
  readonly isNamed: boolean;
}

export function frameOf({ width, height, letter, across, up, right, isNamed }: Room): Frame {
  const longest = Math.max(...up.ticks.map((tick) => up.format(tick).length));
  const left = 10 + 0.62 * letter * longest;
  const edges = {
    left,
    right: Math.max(left + 1, width - right * letter),
    top: isNamed ? 1.8 * letter : letter,
    bottom: Math.max(1, height - 2.9 * letter),
  };
  return {
    ...edges,
    letter,
    x: (value) => edges.left + (placeOn(across, value) / 100) * (edges.right - edges.left),
    y: (value) => edges.bottom - (placeOn(up, value) / 100) * (edges.bottom - edges.top),
  };
}

/** The ticks of the axis across that have room for their labels. */
export function shownTicks(across: Axis, { left, right, letter }: Frame): readonly number[] {
  return ticksIn(across, ((right - left) * 13) / letter);
}

/** A line through values, as a path. */
export function pathOf(points: readonly (readonly [x: number, y: number])[], { x, y }: Frame): string {
  return points
    .map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${x(px).toFixed(1)} ${y(py).toFixed(1)}`)
    .join('');
}
