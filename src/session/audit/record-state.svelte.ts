/** The record in the reader: one query with the negatives of all sources. */

import type { ListRow } from './list-window.svelte';

/** The pairs of one query, the nearest to the positive first. */
export interface ReadRecord {
  readonly query: number;
  readonly pairs: readonly ListRow[];
}

export class RecordState {
  /** Null where no record is read. */
  current = $state.raw<ReadRecord | null>(null);
  private turn = 0;

  /**
   * @param rowsOf the rows of a query; null if the views failed
   * @param listed the pairs of rows with the beginnings of their texts; null if a worker failed
   */
  constructor(
    private readonly rowsOf: (query: number) => Promise<Int32Array | null>,
    private readonly listed: (rows: Int32Array) => Promise<ListRow[] | null>,
  ) {}

  /** Opens the record of a query; the one before stays until it is there. */
  async read(query: number): Promise<void> {
    if (this.current?.query === query) return;
    const turn = ++this.turn;
    const rows = await this.rowsOf(query);
    const pairs = rows && (await this.listed(rows));
    if (pairs === null || turn !== this.turn) return;
    this.current = { query, pairs: pairs.toSorted((a, b) => b.pair.figures.cos - a.pair.figures.cos) };
  }

  forget(): void {
    this.turn++;
    this.current = null;
  }
}
