/** The pair in the reader: its figures and its whole texts. */

import { ask, type WorkerAccess } from '../../app/ask';
import type { Notice } from '../../app/errors';
import type { PairText } from '../../candidates/api';
import type { ViewedPair } from '../../crossfilter/pair-views';
import type { WeighedToken } from '../../engine/types';
import type { WorkerPair } from '../../app/workers';

/** A pair with its texts. */
export interface ReadPair {
  readonly pair: ViewedPair;
  readonly texts: PairText;
  /** The query's tokens with their idf, as the lexical gate weighs them. */
  readonly tokens: readonly WeighedToken[];
}

export class ReaderState {
  /** Null where none is read. */
  current = $state.raw<ReadPair | null>(null);
  notice = $state.raw<Notice | null>(null);
  private turn = 0;

  /** @param viewed the pairs of some rows; null if the views failed */
  constructor(
    private readonly workers: WorkerAccess<WorkerPair>,
    private readonly viewed: (rows: Int32Array) => Promise<ViewedPair[] | null>,
  ) {}

  /** Opens a row; the one before stays until it is there. Null: none. */
  async read(row: number | null): Promise<void> {
    const turn = ++this.turn;
    if (row === null) {
      this.current = null;
      return;
    }
    const [pair] = (await this.viewed(Int32Array.of(row))) ?? [];
    if (pair === undefined) return;
    const found = await ask(
      this.workers,
      async ({ candidates, engine }) => {
        const { source, record, position } = pair;
        const [texts] = await candidates.pairTexts(source, Int32Array.of(record), Int32Array.of(position));
        return texts && { pair, texts, tokens: await engine.weighTokens(texts.query) };
      },
      (notice) => (this.notice = notice),
    );
    if (turn !== this.turn || !found) return;
    this.notice = null;
    this.current = found;
  }
}
