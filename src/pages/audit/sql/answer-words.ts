/** An answer in words: its cells, how many rows it has, how long it took. */

import { countOf, formatCount, visible } from '../../../ui/words';
import type { QueryAnswer, QueryValue } from '../../../candidates/store/user-queries';

/** Characters of a cell that are shown. */
const CELL = 300;

/** A cell as it is shown; a long text is cut and its length added. */
export function cellText(value: QueryValue): string {
  if (typeof value !== 'string') return value === null ? 'null' : String(value);
  const shown =
    value.length > CELL ? `${value.slice(0, CELL)}… (${countOf(value.length, 'character')})` : value;
  return visible(shown);
}

/** Whether a column holds numbers, which are aligned to the right. */
export function isNumeric(type: string): boolean {
  return /^(?:U?(?:TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL.*)$/.test(type);
}

/** Whether an answer names pairs, so that it can be a filter. */
export function namesPairs({ columns }: QueryAnswer): boolean {
  return ['source', 'record', 'position'].every((name) => columns.some((column) => column.name === name));
}

/** `1,000 of 116,233 rows in 12 ms`. */
export function sizeInWords(answer: QueryAnswer, milliseconds: number): string {
  const { rows, total } = answer;
  const all = countOf(total, 'row');
  const size = total > rows.length ? `Showing ${formatCount(rows.length)} of ${all}` : all;
  return `${size} in ${timeInWords(milliseconds)}`;
}

function timeInWords(milliseconds: number): string {
  return milliseconds < 1000
    ? `${Math.max(1, Math.round(milliseconds))} ms`
    : `${(milliseconds / 1000).toFixed(1)} s`;
}
