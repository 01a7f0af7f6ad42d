/** The cells of a row of a CSV or TSV file. */

import type { Span } from './entries';

const QUOTE = '"';

/** `unclosed`: a quoted cell is open at its end. `malformed`: text follows a closing quote. */
export type RowState = 'whole' | 'unclosed' | 'malformed';

/** Reads a row line by line: a quoted cell may hold line ends. */
export class RowCells {
  readonly cells: string[] = [];
  /** Where each cell ends in the row, with its quotes and the blanks behind them. */
  readonly ends: number[] = [];
  /** What the quoted cell that is open holds so far, as it is written; null where none is open. */
  private open: string | null = null;
  private length = 0;

  constructor(private readonly delimiter: string) {}

  /** @param line without its line end; none after a row that is whole or malformed */
  add(line: string): RowState {
    for (let at = 0; at <= line.length;) {
      if (this.open === null && line[at] === QUOTE) {
        this.open = '';
        at += 1;
      }
      const closing = this.open === null ? null : closingQuote(line, at);
      if (closing === -1) {
        this.open += `${line.slice(at)}\n`;
        this.length += line.length + 1;
        return 'unclosed';
      }
      const next = line.indexOf(this.delimiter, closing ?? at);
      const end = next === -1 ? line.length : next;
      if (closing === null) {
        this.cells.push(line.slice(at, end));
      } else {
        const behind = line.slice(closing + 1, end);
        if (next === -1 ? behind !== '' : behind.trim() !== '') return 'malformed';
        this.cells.push(`${this.open}${line.slice(at, closing)}`.replaceAll('""', QUOTE));
        this.open = null;
      }
      this.ends.push(this.length + end);
      at = end + 1;
    }
    return 'whole';
  }
}

/** Index of the quote that closes the open cell, or -1. Two quotes stand for one. */
function closingQuote(line: string, from: number): number {
  for (let i = line.indexOf(QUOTE, from); i !== -1; i = line.indexOf(QUOTE, i + 2)) {
    if (line[i + 1] !== QUOTE) return i;
  }
  return -1;
}

interface Cell extends Span {
  readonly value: string;
}

/**
 * The cells of a row, or null where its quotes are broken; a tab-separated row is then split at its tabs, as by
 * `TableReader`.
 */
export function cellsOf(row: string, delimiter: string): readonly Cell[] | null {
  const read = new RowCells(delimiter);
  if (read.add(row) === 'whole') return placed(read.cells, read.ends);
  if (delimiter !== '\t') return null;
  const cells = row.split('\t');
  let end = -1;
  return placed(
    cells,
    cells.map(({ length }) => (end += length + 1)),
  );
}

function placed(cells: readonly string[], ends: readonly number[]): Cell[] {
  return cells.map((value, i) => ({ value, start: (ends[i - 1] ?? -1) + 1, end: ends[i] as number }));
}
