/** The embeddings kept on disk between runs: how much there is, and clearing them. */

import type { CacheSize } from '../../encoder/cache/cache-files';
import { ask, type WorkerAccess } from '../../app/ask';
import type { Notice } from '../../app/errors';
import type { WorkerPair } from '../../app/workers';

type Pair = Pick<WorkerPair, 'engine' | 'guard'>;

export class CacheState {
  /** What is on disk; null until asked. */
  size = $state.raw<CacheSize | null>(null);
  clearing = $state(false);
  /** True once the engine has written those of this tab and writes every new one. */
  writes = $state(false);
  notice = $state.raw<Notice | null>(null);

  constructor(private readonly workers: WorkerAccess<Pair>) {}

  async measure(): Promise<void> {
    this.size = (await this.ask(({ engine }) => engine.cacheSize())) ?? this.size;
  }

  /** Tells the engine whether the user agrees to keep them. */
  async keep(agreed: boolean): Promise<void> {
    this.writes = false;
    const isTold = await this.ask(({ engine }) => engine.keepEmbeddings(agreed).then(() => true));
    this.writes = agreed && isTold === true;
  }

  async clear(): Promise<void> {
    this.clearing = true;
    await this.ask(({ engine }) => engine.clearCache());
    if (!this.notice) await this.measure();
    this.clearing = false;
  }

  private ask<T>(question: (pair: Pair) => Promise<T>): Promise<T | null> {
    this.notice = null;
    return ask(this.workers, question, (notice) => (this.notice = notice));
  }
}
