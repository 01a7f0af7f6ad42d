/** The axes of the plane, and the opacity and colours of its cells. */

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

/** Side of a cell of the picture, in pixels of the page. */
const CELL = 3;

/** How a plane is drawn: all pairs in grey, the chosen ones in colour; the fewer pairs, the stronger. */
export function planeRequest(given: {
  readonly width: number;
  readonly height: number;
  readonly axes: ReturnType<typeof planeAxes>;
  readonly pairs: number;
  readonly colours: readonly Rgb[];
  readonly dark: boolean;
}): PlaneRequest {
  const { width, height, axes, pairs, colours, dark } = given;
  const crowd = Math.min(1, Math.sqrt(12_000 / Math.max(1, pairs)));
  return {
    shape: {
      width: Math.round(width / CELL),
      height: Math.round(height / CELL),
      m: endsOf(axes.m),
      l: endsOf(axes.l),
    },
    ground: { opacity: 0.3 * crowd, colours: colours.flatMap(() => GREY[dark ? 'dark' : 'light']) },
    chosen: { opacity: 0.6 * Math.max(0.15, crowd), colours: colours.flat() },
  };
}

/** The colours of sources in the current theme, by their places in the palette, and last that of text. */
export function coloursOf(element: HTMLElement, sources: readonly number[]): Rgb[] {
  // A token holds both themes' colours: only what is drawn with it has one, written rgb(…).
  const probe = element.appendChild(document.createElement('span'));
  const colours = [...sources.map(colourValue), 'var(--ink)'].map((value): Rgb => {
    probe.style.color = value;
    const [red = 0, green = 0, blue = 0] = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? [];
    return [red, green, blue];
  });
  probe.remove();
  return colours;
}

/** Least and greatest value of an axis. */
export function endsOf({ from, to }: Axis): Ends {
  return [from, to];
}

function axisOf([least, most]: Ends): Axis {
  const room = ROOM * Math.max(most - least, 1e-6);
  return axisOn(Math.min(0, least) - room, Math.max(0, most) + room);
}
