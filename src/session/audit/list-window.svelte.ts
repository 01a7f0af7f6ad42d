/** The rows of the list that are in view: figures from the linked views, beginnings of the texts from the store. */

import { SvelteMap } from 'svelte/reactivity';

import type { WorkerAccess } from '../../app/ask';
import { Asked } from '../../app/asked.svelte';
import type { Notice } from '../../app/errors';
import type { WorkerPair } from '../../app/workers';
import type { ViewedPair } from '../../crossfilter/pair-views';

/** Characters of a text that the list shows at most. */
const EXCERPT = 200;
/** Rows kept; beyond that, those out of view are dropped. */
const KEPT = 4000;

export interface ListRow {
  readonly pair: ViewedPair;
  /** Null where the text is gone: its source was removed or read again. */
  readonly query: string | null;
  readonly negative: string | null;
}

interface RowsAsked {
  readonly round: number;
  readonly rows: readonly number[];
}

export class ListWindow {
  private readonly rows = new SvelteMap<number, ListRow>();
  /** Rows in view. */
  private wanted: readonly number[] = [];
  /** Raised by `forget`, to drop answers to older questions. */
  private round = 0;
  private readonly asked: Asked<RowsAsked, void>;

  /** @param viewed the pairs of some rows */
  constructor(
    workers: WorkerAccess<WorkerPair>,
    private readonly viewed: (rows: Int32Array) => Promise<ViewedPair[]>,
  ) {
    this.asked = new Asked(workers, {
      question: () => this.lacking,
      answer: async ({ candidates }, { round, rows }) => {
        const listed = await this.read(candidates, Int32Array.from(rows));
        if (round === this.round) this.keep(listed);
      },
    });
  }

  get notice(): Notice | null {
    return this.asked.notice;
  }

  /** A row, once it is there. */
  row(row: number): ListRow | undefined {
    return this.rows.get(row);
  }

  /** Fetches the rows in view; of several calls during one fetch, only the last counts. */
  async want(rows: readonly number[]): Promise<void> {
    this.wanted = rows;
    await this.asked.ask();
  }

  /** Forgets all rows: another run, or another temperature. */
  forget(): void {
    this.round++;
    this.rows.clear();
  }

  /** Pairs by their rows, with the beginnings of their texts. */
  async read(candidates: Pick<WorkerPair['candidates'], 'excerpts'>, rows: Int32Array): Promise<ListRow[]> {
    const pairs = await this.viewed(rows);
    const { queries, passages } = await candidates.excerpts(
      Int32Array.from(pairs, ({ query }) => query),
      Int32Array.from(pairs, ({ negative }) => negative),
      EXCERPT,
    );
    return pairs.map((pair, i) => ({
      pair,
      query: queries[i] ?? null,
      negative: passages[i] ?? null,
    }));
  }

  private get lacking(): RowsAsked | null {
    const rows = this.wanted.filter((row) => !this.rows.has(row));
    return rows.length === 0 ? null : { round: this.round, rows };
  }

  private keep(listed: readonly ListRow[]): void {
    if (this.rows.size + listed.length > KEPT) {
      for (const row of this.rows.keys()) if (!this.wanted.includes(row)) this.rows.delete(row);
    }
    for (const row of listed) this.rows.set(row.pair.row, row);
  }
}
