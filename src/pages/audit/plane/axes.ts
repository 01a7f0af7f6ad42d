/** The axes of the plane, and how its dots are drawn at a size and number of pairs. */

import type { FigureRange } from '../../../crossfilter/cross-filter';
import type { PlaneRequest } from '../../../crossfilter/pair-views';

export interface PlaneTick {
  readonly value: number;
  /** Per cent of the axis. */
  readonly at: number;
  readonly words: string;
}

export interface PlaneAxis {
  readonly ends: readonly [number, number];
  readonly ticks: readonly PlaneTick[];
}

/** Per cent from the upper left corner. */
export interface PlaneBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlaneAxes {
  readonly m: PlaneAxis;
  readonly l: PlaneAxis;
  place(m: number, l: number): { readonly x: number; readonly y: number };
  /** The rectangle of two ranges; one that is not given reaches from edge to edge. */
  box(m: FigureRange | null, l: FigureRange | null): PlaneBox;
}

/** Room around the outermost pairs, as a share of their span. */
const ROOM = 0.04;
/** What a step may be, times a power of ten. */
const STEPS = [1, 2, 5, 10];
/** Steps that an axis has at least. */
const LEAST_STEPS = 4;

/** Axes around the least and greatest m and l, and around 0. */
export function planeAxes(m: readonly [number, number], l: readonly [number, number]): PlaneAxes {
  const across = axisOf(m);
  const up = axisOf(l);
  const place = (mValue: number, lValue: number) => ({
    x: shareOf(across.ends, mValue),
    y: 100 - shareOf(up.ends, lValue),
  });
  return {
    m: across,
    l: up,
    place,
    box(mRange, lRange) {
      const low = place(mRange?.from ?? across.ends[0], lRange?.from ?? up.ends[0]);
      const high = place(mRange?.to ?? across.ends[1], lRange?.to ?? up.ends[1]);
      return { x: low.x, y: high.y, width: high.x - low.x, height: low.y - high.y };
    },
  };
}

/** What a plane is drawn with: the fewer the pairs, the larger and stronger a dot. */
export function planeRequest(given: {
  readonly width: number;
  readonly height: number;
  /** Device pixels a pixel of the page. */
  readonly ratio: number;
  readonly axes: PlaneAxes;
  readonly pairs: number;
  readonly colours: readonly (readonly [number, number, number])[];
  readonly dark: boolean;
}): PlaneRequest {
  const { width, height, ratio, axes, pairs, dark } = given;
  const radius = pairs > 100_000 ? 0.9 : pairs > 20_000 ? 1.1 : 1.4;
  const colours = given.colours.flat();
  const crowd = Math.min(1, Math.sqrt(12_000 / Math.max(1, pairs)));
  return {
    shape: {
      width: Math.round(width * ratio),
      height: Math.round(height * ratio),
      m: axes.m.ends,
      l: axes.l.ends,
    },
    ground: { radius: radius * ratio, opacity: (dark ? 0.3 : 0.26) * crowd, colours },
    chosen: { radius: radius * 1.5 * ratio, opacity: 0.55 * Math.max(0.15, crowd), colours },
  };
}

function axisOf([least, most]: readonly [number, number]): PlaneAxis {
  const span = Math.max(most - least, 1e-6);
  const ends = [Math.min(0, least) - ROOM * span, Math.max(0, most) + ROOM * span] as const;
  const raw = (ends[1] - ends[0]) / LEAST_STEPS;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * (STEPS.findLast((times) => times * power <= raw) ?? 1);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const first = Math.ceil(ends[0] / step);
  const last = Math.floor(ends[1] / step);
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => {
    const value = Number(((first + i) * step).toFixed(decimals)) + 0;
    return { value, at: shareOf(ends, value), words: value.toFixed(decimals).replace('-', '−') };
  });
  return { ends, ticks };
}

/** Per cent of the axis at which a value stands; one beyond an end stands at the end. */
function shareOf([low, high]: readonly [number, number], value: number): number {
  return Math.min(100, Math.max(0, (100 * (value - low)) / (high - low)));
}
