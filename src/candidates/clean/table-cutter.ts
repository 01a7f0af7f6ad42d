/** Takes negatives out of the raw text of one row of a CSV or TSV file. */

import type { Draft } from '../formats/format';
import { cellsOf, cellSpans } from '../read/table-rows';
import { applyEdits } from './json-spans';
import type { Span } from '../read/entries';
import { entryRemoval, staysWithout, type Indices } from './removal';

/** Names and delimiter of the columns of a table. */
export interface TableColumns {
  readonly delimiter: string;
  /** Null for a table without header, where columns are "1", "2" … */
  readonly header: readonly string[] | null;
}

/**
 * A row without some of its negatives: their cells become blank, the others stay character for character.
 * @param row the raw text of the row, with its line end or without
 * @param removed indices among the draft's texts, all lists one after the other
 * @returns null if no negative is left and the whole row goes
 * @throws RangeError if the row lacks a cell that the header or the draft names
 */
export function cutRow(
  row: string,
  { delimiter, header }: TableColumns,
  draft: Draft,
  removed: Indices,
): string | null {
  if (removed.size === 0) return row;
  if (!staysWithout(draft, removed)) return null;
  const { fields, lists } = entryRemoval(draft, removed);
  if (lists.length > 0) throw new RangeError('A table row holds no list.');
  const cells = spansOf(row.replace(LINE_END, ''), delimiter, header?.length ?? null);
  const edits = fields.map((name) => {
    const cell = cells[header === null ? Number(name) - 1 : header.indexOf(name)];
    if (cell === undefined) throw new RangeError(`The row has no column \`${name}\`.`);
    return { ...cell, text: '' };
  });
  return applyEdits(row, edits);
}

const LINE_END = /\r?\n?$/;

function spansOf(row: string, delimiter: string, width: number | null): Span[] {
  const cells = cellsOf(row, delimiter);
  if (cells === null) throw new RangeError('The quotes of the row are broken.');
  if (width !== null && cells.length !== width) {
    throw new RangeError(`The row has ${cells.length} cells, the header has ${width}.`);
  }
  return cellSpans(row, cells, delimiter);
}
