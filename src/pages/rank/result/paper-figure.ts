/** The result's figure as it is printed in a column of a paper. */

import { flushSync, mount, unmount } from 'svelte';

import { columnPicture, svgText } from '../../../ui/picture';
import type { Figure } from './figure-rows';
import FigureDrawing from './FigureDrawing.svelte';

/** Pixels of the drawing: at 85 mm its type is then about 7 points high. */
const WIDTH = 420;

/** An SVG file, 85 mm wide, light and on white whatever the page's theme is. @param title for those who hear it */
export function paperFigure(figure: Figure, title: string): string {
  const sheet = document.createElement('div');
  sheet.className = 'paper visually-hidden';
  document.body.append(sheet);
  const drawing = mount(FigureDrawing, { target: sheet, props: { figure, width: WIDTH } });
  flushSync();
  try {
    const svg = sheet.querySelector('svg');
    return svg === null ? '' : svgText(columnPicture(svg, title));
  } finally {
    void unmount(drawing);
    sheet.remove();
  }
}
