/** The axes of the plane, and the opacity and colours of its cells. */

import { axisOn, type Axis } from '../../../ui/charts/axis';
import { colourValue } from '../../../ui/palette';
import type { PlaneRequest } from '../../../crossfilter/plane';

type Rgb = readonly [number, number, number];
type Ends = readonly [number, number];

/** Margin around the outermost pairs, as a share of their span. */
const ROOM = 0.04;

/** Side of a cell of the picture, in pixels of the page. */
const CELL = 3;

/** An axis around the least and the greatest value, and around 0. */
export function axisAround([least, most]: Ends): Axis {
  const room = ROOM * Math.max(most - least, 1e-6);
  return axisOn(Math.min(0, least) - room, Math.max(0, most) + room);
}

/** How a plane of some pixels is drawn: the fewer pairs, the stronger. @param colours as of {@link coloursOf} */
export function planeRequest(
  [width, height]: Ends,
  m: Axis,
  l: Axis,
  pairs: number,
  colours: readonly Rgb[],
): PlaneRequest {
  const crowd = Math.min(1, Math.sqrt(12_000 / Math.max(1, pairs)));
  return {
    width: Math.round(width / CELL),
    height: Math.round(height / CELL),
    m: [m.from, m.to],
    l: [l.from, l.to],
    opacity: 0.6 * Math.max(0.15, crowd),
    colours: colours.flat(),
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
