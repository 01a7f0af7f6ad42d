/** Rows in the order of a figure. Orders are kept, so that a filter never sorts. */

import type { FigureColumns, FigureId } from './figures';

/** `file`: the order of the rows. Ties stand in the order of the rows. `byQuery`: the rows of a query together, where its first one stands. */
export interface RowSort {
  readonly by: 'file' | FigureId;
  readonly descending: boolean;
  readonly byQuery?: boolean;
}

export class RowOrder {
  private readonly orders = new Map<string, Int32Array>();

  constructor(private readonly figures: FigureColumns) {}

  of(sort: RowSort): Int32Array {
    const key = keyOf(sort);
    const order = this.orders.get(key) ?? this.sorted(sort);
    this.orders.set(key, order);
    return order;
  }

  private sorted({ by, descending }: RowSort): Int32Array {
    const rows = Int32Array.from(this.figures.m.keys());
    if (by === 'file') return descending ? rows.reverse() : rows;
    const column = this.figures[by];
    const way = descending ? -1 : 1;
    return rows.sort((a, b) => way * (column[a] - column[b]) || a - b);
  }
}

function keyOf({ by, descending }: RowSort): string {
  return `${by} ${String(descending)}`;
}

/** Rows of a query one after the other, in the order of the first of each. @param query ids of the texts of every row */
export function groupedByQuery(rows: Int32Array, query: Int32Array): Int32Array {
  const groups = new Map<number, number[]>();
  for (const row of rows) {
    const group = groups.get(query[row]);
    if (group) group.push(row);
    else groups.set(query[row], [row]);
  }
  return Int32Array.from([...groups.values()].flat());
}
