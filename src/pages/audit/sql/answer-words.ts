/** An answer in words: its cells, how many rows it has, how long it took. */

import { countOf, formatCount, formatDuration, visible } from '../../../ui/words';
import type { Column } from '../../../ui/table';
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

/** The columns of an answer, each with its type as a tooltip. Names may be equal: the title then has its place too. */
export function answerColumns(columns: QueryAnswer['columns']): Column<readonly QueryValue[]>[] {
  return columns.map(({ name, type }, i) => ({
    title: columns.some((other, at) => at !== i && other.name === name) ? `${name} (${i + 1})` : name,
    meaning: type.toLowerCase(),
    value: (row) => (typeof row[i] === 'number' ? row[i] : cellText(row[i] ?? null)),
  }));
}

/** Whether an answer names pairs, so that it can be a filter. */
export function namesPairs({ columns }: QueryAnswer): boolean {
  return ['source', 'record', 'position'].every((name) => columns.some((column) => column.name === name));
}

/** `1,000 of 116,233 rows in 1.2 s`. */
export function sizeInWords(answer: QueryAnswer, milliseconds: number): string {
  const { rows, total } = answer;
  const all = countOf(total, 'row');
  const size = total > rows.length ? `Showing ${formatCount(rows.length)} of ${all}` : all;
  return `${size} in ${formatDuration(milliseconds / 1000)}`;
}
