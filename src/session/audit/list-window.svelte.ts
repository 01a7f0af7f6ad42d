/** The rows of the list that are in view: figures from the linked views, beginnings of the texts from DuckDB. */

import { SvelteMap } from 'svelte/reactivity';

import { ask, type WorkerAccess } from '../../app/ask';
import type { ViewedPair } from '../../crossfilter/pair-views';

/** Characters of a text that the list shows at most. */
const EXCERPT = 200;
/** Rows kept; beyond that, those seen longest ago are dropped. */
const KEPT = 4000;

/** One row of the list. */
export interface ListRow {
  readonly pair: ViewedPair;
  readonly query: string;
  readonly negative: string;
}

export class ListWindow {
  private readonly rows = new SvelteMap<number, ListRow>();
  /** Rows by when they were last in view, the longest ago first. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  private readonly seen = new Set<number>();
  /** Rows in view. */
  private wanted: readonly number[] = [];
  private fetching = false;
  /** Raised by `forget`, to drop answers to older questions. */
  private round = 0;

  /** @param viewed the pairs of some rows; null if the views failed */
  constructor(
    private readonly workers: WorkerAccess,
    private readonly viewed: (rows: Int32Array) => Promise<ViewedPair[] | null>,
  ) {}

  /** A row, once it is there. */
  row(row: number): ListRow | undefined {
    return this.rows.get(row);
  }

  /** Fetches the rows in view; of several calls during one fetch, only the last counts. */
  async want(rows: readonly number[]): Promise<void> {
    this.wanted = rows;
    for (const row of rows) {
      this.seen.delete(row);
      this.seen.add(row);
    }
    if (this.fetching) return;
    this.fetching = true;
    try {
      for (let next = this.lacking(); next.length > 0; next = this.lacking()) {
        if (!(await this.fetch(Int32Array.from(next)))) return;
      }
    } finally {
      this.fetching = false;
    }
  }

  /** Forgets all rows: another run, or another temperature. */
  forget(): void {
    this.round++;
    this.rows.clear();
    this.seen.clear();
  }

  private lacking(): number[] {
    return this.wanted.filter((row) => !this.rows.has(row));
  }

  /** Pairs by their rows, with the beginnings of their texts; null if a worker fails. */
  async read(rows: Int32Array): Promise<ListRow[] | null> {
    const pairs = await this.viewed(rows);
    if (pairs === null) return null;
    const queries = Int32Array.from(pairs, ({ query }) => query);
    const negatives = Int32Array.from(pairs, ({ negative }) => negative);
    const texts = await ask(
      this.workers,
      ({ candidates }) => candidates.excerpts(queries, negatives, EXCERPT),
      () => undefined,
    );
    return (
      texts &&
      pairs.map((pair, i) => ({
        pair,
        query: texts.queries[i] ?? '',
        negative: texts.passages[i] ?? '',
      }))
    );
  }

  private async fetch(rows: Int32Array): Promise<boolean> {
    const { round } = this;
    const listed = await this.read(rows);
    if (listed === null) return false;
    if (round !== this.round) return true;
    for (const row of listed) this.rows.set(row.pair.row, row);
    for (const row of this.seen) {
      if (this.rows.size <= KEPT) break;
      this.seen.delete(row);
      this.rows.delete(row);
    }
    return true;
  }
}
