/** The rows of the list that are in view. Rows of the last view stay until those of the next one are there. */

import type { WorkerAccess } from '../../app/ask';
import { Asked } from '../../app/asked.svelte';
import type { WorkerPair } from '../../app/workers';
import type { PairsAsked } from './filtered-pairs.svelte';
import type { ListRow } from './reading';

interface RowsAsked {
  readonly pairs: PairsAsked;
  readonly rows: readonly number[];
}

export class ListWindow {
  /** Rows in view. */
  private wanted = $state.raw<readonly number[]>([]);
  readonly asked: Asked<RowsAsked, { readonly of: string; readonly rows: readonly ListRow[] }>;
  /** None where they are of other pairs. */
  private readonly rows = $derived.by<readonly ListRow[]>(() => {
    const { last } = this.asked;
    return last?.of === JSON.stringify(this.pairs()) ? last.rows : [];
  });

  /**
   * @param pairs which pairs are listed; null before there are any
   * @param read rows by their numbers
   */
  constructor(
    workers: WorkerAccess<WorkerPair>,
    private readonly pairs: () => PairsAsked | null,
    read: (workers: WorkerPair, rows: Int32Array) => Promise<ListRow[]>,
  ) {
    this.asked = new Asked(workers, {
      question: () => {
        const of = pairs();
        return of && this.wanted.length > 0 ? { pairs: of, rows: this.wanted } : null;
      },
      answer: async (pair, { pairs: of, rows }) => {
        return { of: JSON.stringify(of), rows: await read(pair, Int32Array.from(rows)) };
      },
    });
  }

  /** A row, once it is there. */
  row(row: number): ListRow | undefined {
    return this.rows.find(({ pair }) => pair.row === row);
  }

  /** Fetches the rows in view; of several calls during one fetch, only the last counts. */
  async want(rows: readonly number[]): Promise<void> {
    this.wanted = rows;
    await this.asked.ask();
  }
}
