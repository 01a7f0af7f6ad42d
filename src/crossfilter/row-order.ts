/** Rows in the order of a figure. Orders are kept, so that a filter never sorts. */

import type { FigureColumns, FigureId } from './figures';

/** `file`: the order of the rows. Ties stand in the order of the rows. */
export interface RowSort {
  readonly by: 'file' | FigureId;
  readonly descending: boolean;
}

export class RowOrder {
  private readonly orders = new Map<string, Int32Array>();

  constructor(private readonly figures: FigureColumns) {}

  of(sort: RowSort): Int32Array {
    const key = `${sort.by} ${String(sort.descending)}`;
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
