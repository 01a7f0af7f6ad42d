/** The embeddings kept on disk between runs. */

import { ask, type WorkerAccess } from '../../app/ask';
import type { Notice } from '../../app/errors';
import type { WorkerPair } from '../../app/workers';

type Pair = Pick<WorkerPair, 'engine' | 'guard'>;

export class CacheState {
  /** True once the engine has written those of this tab and writes every new one. */
  writes = $state(false);
  notice = $state.raw<Notice | null>(null);

  constructor(private readonly workers: WorkerAccess<Pair>) {}

  async keep(agreed: boolean): Promise<void> {
    this.writes = false;
    const isTold = await this.ask(({ engine }) => engine.keepEmbeddings(agreed).then(() => true));
    this.writes = agreed && isTold === true;
  }

  /** False, with a notice, where they are not cleared. */
  async clear(): Promise<boolean> {
    return (await this.ask(({ engine }) => engine.clearCache().then(() => true))) === true;
  }

  private ask<T>(question: (pair: Pair) => Promise<T>): Promise<T | null> {
    this.notice = null;
    return ask(this.workers, question, (notice) => (this.notice = notice));
  }
}
