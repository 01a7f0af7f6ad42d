/** Names for the sort orders, texts of rows, and the rows that are drawn. */

import type { SortKey } from '../../../session/audit/filter';
import { FIGURES } from '../../../session/audit/figures';
import { clamp } from '../../../ui/charts/axis';
import { visible } from '../../../ui/words';

export function sortWords(key: SortKey): string {
  if (key === 'file') return 'order of the files';
  const { sign, words } = FIGURES[key];
  return sign === '' || key === 'cos' ? words : `${sign}, ${words}`;
}

/** A text of a row as it is shown. */
export function rowText(text: string | null): string {
  return text === null ? 'Its text is gone: the source was removed or read again.' : visible(text);
}

/** Heights in pixels: of a row, and of the titles that stay above the rows. */
export const ROW_HEIGHT = 30;
const TITLES_HEIGHT = 32;

/** Rows drawn beyond the view. */
const BEYOND = 6;

/** The places of the rows in view, and of a few beyond. @param height in pixels of what scrolls */
export function placesInView(scrolled: number, height: number, count: number): number[] {
  const first = clamp(Math.floor(scrolled / ROW_HEIGHT) - BEYOND, 0, count);
  const end = clamp(Math.ceil((scrolled + height - TITLES_HEIGHT) / ROW_HEIGHT) + BEYOND, first, count);
  return Array.from({ length: end - first }, (_, i) => first + i);
}

/** How far is to be scrolled for a row to be in view: as now where it is. */
export function scrolledTo(row: number, scrolled: number, height: number): number {
  const top = row * ROW_HEIGHT;
  return clamp(scrolled, top + ROW_HEIGHT + TITLES_HEIGHT - height, top);
}

/** How many rows a key of the keyboard moves, with so much in view; null for other keys. */
export function rowsOfKey(key: string, height: number): number | null {
  const page = Math.max(1, Math.floor((height - TITLES_HEIGHT) / ROW_HEIGHT));
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -Infinity,
    End: Infinity,
  };
  return steps[key] ?? null;
}
