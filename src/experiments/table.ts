/** Tables from columns. */

import type { Cell, DataTable } from '../ui/table';

/** A title, and the cell of a row. */
export type Column<Row> = readonly [title: string, cell: (row: Row, place: number) => Cell | undefined];

/** Cells that are undefined are empty. */
export function tableOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): DataTable {
  return {
    columns: columns.map(([title]) => title),
    rows: rows.map((row, place) => columns.map(([, cell]) => cell(row, place) ?? null)),
  };
}

/** Columns for each source, in their order. */
export function perSource<Row>(
  sources: readonly { readonly name: string }[],
  columns: (name: string, place: number) => readonly Column<Row>[],
): Column<Row>[] {
  return sources.flatMap(({ name }, place) => columns(name, place));
}
