/** Tables: typed columns over rows, and the cells that are saved. */

/** Null: no figure. */
export type Cell = string | number | null;

/** A table of cells. */
export interface DataTable {
  readonly columns: readonly string[];
  /** As long as `columns` each; numbers at full precision. */
  readonly rows: readonly (readonly Cell[])[];
}

/** A column over rows of one type. */
export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => Cell;
  /** How its numbers are shown; else to five significant digits. */
  readonly format?: (value: number) => string;
  /** How many a rate counts, shown beside it. */
  readonly counted?: (row: Row) => number | null | undefined;
  /** The full name, as a tooltip. */
  readonly meaning?: string;
  /** The first press sorts upwards: for names and ranks. */
  readonly upwards?: boolean;
}

/** A kind of file that a table can be saved as. */
export interface TableFormat {
  readonly name: string;
  /** Of the file's name, without the dot. */
  readonly ending: string;
  /** Media type. */
  readonly type: string;
  readonly write: (table: DataTable) => string;
}

/** A figure to five significant digits; nothing where there is none. */
export function shownCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  return Number.isInteger(cell) ? String(cell) : String(Number(cell.toPrecision(5)));
}

export function cellsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): DataTable {
  return {
    columns: columns.map(({ title }) => title),
    rows: rows.map((row) => columns.map(({ value }) => value(row))),
  };
}

export function columnsOf({ columns }: DataTable): Column<readonly Cell[]>[] {
  return columns.map((title, i) => ({ title, value: (row) => row[i] ?? null }));
}

/** The rows by one column, those without a figure last in either direction. The sort is stable. */
export function sortedRows<Row>(
  rows: readonly Row[],
  value: (row: Row) => Cell,
  down: boolean,
): readonly Row[] {
  return [...rows].sort((x, y) => {
    const [a, b] = [value(x), value(y)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const order =
      typeof a === 'number' && typeof b === 'number'
        ? a - b
        : String(a).localeCompare(String(b), undefined, { numeric: true });
    return down ? -order : order;
  });
}
