/** Where the parts of the picture stand, and the few shapes that it is made of. */

import { placeOn, type Axis } from '../../../../ui/charts/axis';
import { svgElement, xmlText, type Attributes } from '../../../../app/svg';

export const WIDTH = 1440;
export const MARGIN = 40;
export const RIGHT = WIDTH - MARGIN;
export const ROW = 62;

/** Left ends of the columns. */
export const RANK = 40;
export const SOURCE = 86;
export const PLOT = 250;
export const PLOT_WIDTH = 420;
export const SCORE = 706;
export const STRIPS = [830, 946, 1062] as const;
export const STRIP_WIDTH = 88;
export const READING = 1190;

/** Letters that have room. */
export const HEADLINE_LETTERS = 92;
export const NAME_LETTERS = 15;
export const READING_LETTERS = 30;
export const LINE_LETTERS = 190;

/** Where a value of the axis stands. */
export function across(axis: Axis, value: number): number {
  return PLOT + (PLOT_WIDTH * placeOn(axis, value)) / 100;
}

/** One line of words; nothing where there are none. */
export function text(x: number, y: number, words: string, attributes: Attributes = {}): string {
  return words === '' ? '' : svgElement('text', { x, y, ...attributes }, xmlText(words));
}

/** A level line. */
export function line(x1: number, x2: number, y: number, stroke: string, attributes: Attributes = {}): string {
  return svgElement('line', { x1, x2, y1: y, y2: y, stroke, ...attributes });
}

/** An upright line. */
export function upright(
  x: number,
  y1: number,
  y2: number,
  stroke: string,
  attributes: Attributes = {},
): string {
  return svgElement('line', { x1: x, x2: x, y1, y2, stroke, ...attributes });
}
