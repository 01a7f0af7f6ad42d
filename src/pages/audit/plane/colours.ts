/** Colours of the theme as numbers, for pictures drawn by pixels. */

import { colourValue } from '../../../ui/palette';

/** Red, green and blue, 0 to 255, of a place in the palette in the current theme. */
export function colourVariable(element: HTMLElement, colour: number): readonly [number, number, number] {
  const name = colourValue(colour).slice('var('.length, -1);
  return numbersOf(getComputedStyle(element).getPropertyValue(name).trim());
}

/** Red, green and blue of text in the current theme. */
export function inkColour(element: HTMLElement): readonly [number, number, number] {
  return numbersOf(getComputedStyle(element).getPropertyValue('--ink').trim());
}

/** `#rrggbb` as numbers; black for anything else. */
function numbersOf(hex: string): readonly [number, number, number] {
  const [, red = '0', green = '0', blue = '0'] = /^#(..)(..)(..)$/.exec(hex) ?? [];
  return [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)];
}
