/** The axes of the plane, and the size, opacity and colours of its dots. */

import { axisOn, placeOn, type Axis } from '../../../ui/charts/axis';
import { colourValue } from '../../../ui/palette';
import type { FigureRange } from '../../../crossfilter/cross-filter';
import type { PlaneRequest } from '../../../crossfilter/pair-views';

type Rgb = readonly [number, number, number];
type Ends = readonly [number, number];

/** Margin around the outermost pairs, as a share of their span. */
const ROOM = 0.04;

/** Axes around the least and greatest m and l, and around 0; places and boxes in per cent from the upper left corner. */
export function planeAxes(m: Ends, l: Ends) {
  const [across, up] = [axisOf(m), axisOf(l)];
  const place = (mValue: number, lValue: number) => ({
    x: placeOn(across, mValue),
    y: 100 - placeOn(up, lValue),
  });
  return {
    m: across,
    l: up,
    place,
    /** The rectangle of two ranges; a missing one reaches from edge to edge. */
    box(mRange: FigureRange | null, lRange: FigureRange | null) {
      const low = place(mRange?.from ?? across.from, lRange?.from ?? up.from);
      const high = place(mRange?.to ?? across.to, lRange?.to ?? up.to);
      return { x: low.x, y: high.y, width: high.x - low.x, height: low.y - high.y };
    },
  };
}

/** The density of all pairs: one grey, whatever their source. */
const GREY = { light: [110, 114, 120], dark: [150, 157, 166] } as const;

/** How a plane is drawn: all pairs in grey, the chosen ones in colour; the fewer pairs, the larger and stronger the dots. */
export function planeRequest(given: {
  readonly width: number;
  readonly height: number;
  /** Device pixels a pixel of the page. */
  readonly ratio: number;
  readonly axes: ReturnType<typeof planeAxes>;
  readonly pairs: number;
  readonly colours: readonly Rgb[];
  readonly dark: boolean;
}): PlaneRequest {
  const { width, height, ratio, axes, pairs, dark } = given;
  const radius = pairs > 100_000 ? 0.9 : pairs > 20_000 ? 1.1 : 1.4;
  const grey = given.colours.flatMap(() => GREY[dark ? 'dark' : 'light']);
  const crowd = Math.min(1, Math.sqrt(12_000 / Math.max(1, pairs)));
  return {
    shape: {
      width: Math.round(width * ratio),
      height: Math.round(height * ratio),
      m: endsOf(axes.m),
      l: endsOf(axes.l),
    },
    ground: { radius: radius * ratio, opacity: (dark ? 0.3 : 0.26) * crowd, colours: grey },
    chosen: {
      radius: radius * 1.5 * ratio,
      opacity: 0.55 * Math.max(0.15, crowd),
      colours: given.colours.flat(),
    },
  };
}

/** The colours of sources in the current theme, by their places in the palette, and last that of text. */
export function coloursOf(element: HTMLElement, sources: readonly number[]): Rgb[] {
  const style = getComputedStyle(element);
  const names = sources.map((colour) => colourValue(colour).slice('var('.length, -1));
  return [...names, '--ink'].map((name) => {
    const written = /^#(..)(..)(..)$/.exec(style.getPropertyValue(name).trim());
    const [, red = '0', green = '0', blue = '0'] = written ?? [];
    return [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)];
  });
}

/** Least and greatest value of an axis. */
export function endsOf({ from, to }: Axis): Ends {
  return [from, to];
}

function axisOf([least, most]: Ends): Axis {
  const room = ROOM * Math.max(most - least, 1e-6);
  return axisOn(Math.min(0, least) - room, Math.max(0, most) + room);
}
