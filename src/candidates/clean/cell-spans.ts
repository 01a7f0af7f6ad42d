/** Where the cells of a CSV or TSV row stand in its raw text. */

import type { Span } from './json-spans';

/** Finds the end of the cell that starts at `start`: the next delimiter, or the row's end. */
type EndOfCell = (row: string, start: number, delimiter: string) => number | null;

/**
 * The cells of a row, quotes included, cut as PapaParse cuts them.
 * @param row the raw text of one row without its line end; cells in quotes may hold line ends
 * @returns null where the quotes are broken
 */
export function cellSpans(row: string, delimiter: string): Span[] | null {
  return spans(row, delimiter, (text, start) =>
    text[start] === '"' ? endOfQuoted(text, start, delimiter) : endOfPlain(text, start, delimiter),
  );
}

/** The cells of a row in which quotes mean nothing. */
export function plainCellSpans(row: string, delimiter: string): Span[] {
  return spans(row, delimiter, endOfPlain) ?? [];
}

function spans(row: string, delimiter: string, endOfCell: EndOfCell): Span[] | null {
  const cells: Span[] = [];
  let start = 0;
  for (;;) {
    const end = endOfCell(row, start, delimiter);
    if (end === null) return null;
    cells.push({ start, end });
    if (end === row.length) return cells;
    start = end + delimiter.length;
  }
}

function endOfPlain(row: string, start: number, delimiter: string): number {
  const end = row.indexOf(delimiter, start);
  return end === -1 ? row.length : end;
}

/** Blanks between the closing quote and the delimiter are the cell's. */
function endOfQuoted(row: string, start: number, delimiter: string): number | null {
  let quote = row.indexOf('"', start + 1);
  while (quote !== -1 && row[quote + 1] === '"') quote = row.indexOf('"', quote + 2);
  if (quote === -1) return null;
  if (quote === row.length - 1) return row.length;
  const end = row.indexOf(delimiter, quote + 1);
  return end !== -1 && row.slice(quote + 1, end).trim() === '' ? end : null;
}
