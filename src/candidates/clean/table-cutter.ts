/** Takes negatives out of the raw text of one row of a CSV or TSV file. */

import type { Draft } from '../formats/format';
import { cellsOf, cellSpans } from '../read/table-rows';
import { applyEdits } from './json-spans';
import type { TextSpan } from '../read/json';
import { entryRemoval, staysWithout } from './removal';

/** How the columns of a table are named and parted. */
export interface TableColumns {
  readonly delimiter: string;
  /** As the reader names them; null for a table without header, whose columns are "1", "2" … */
  readonly header: readonly string[] | null;
}

/**
 * A row without some of its negatives: their cells become blank, the others stay character for character.
 * @param row the raw text of the row, with its line end or without
 * @param removed places among the draft's texts, over all its lists one after the other
 * @returns null where no negative is left and the row goes as a whole
 * @throws RangeError where the row has not the cells that the header or the draft names
 */
export function cutRow(
  row: string,
  { delimiter, header }: TableColumns,
  draft: Draft,
  removed: ReadonlySet<number>,
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

function spansOf(row: string, delimiter: string, width: number | null): TextSpan[] {
  const cells = cellsOf(row, delimiter);
  if (cells === null) throw new RangeError('The quotes of the row are broken.');
  if (width !== null && cells.length !== width) {
    throw new RangeError(`The row has ${cells.length} cells, the header has ${width}.`);
  }
  return cellSpans(row, cells, delimiter);
}
