/** The embeddings that the browser keeps on disk between runs: how much there is, and forgetting it. */

import { noticeOf, type Notice } from '../../../app/errors';
import type { WorkerPair } from '../../../app/workers';
import type { WorkerState } from '../../../app/worker-state.svelte';

export class CacheState {
  /** Bytes on disk; null until asked. */
  bytes = $state<number | null>(null);
  clearing = $state(false);
  notice = $state.raw<Notice | null>(null);

  constructor(private readonly workers: WorkerState) {}

  measure(): Promise<void> {
    return this.ask(async ({ engine }) => {
      this.bytes = await engine.cacheSize();
    });
  }

  async clear(): Promise<void> {
    this.clearing = true;
    await this.ask(({ engine }) => engine.clearCache());
    await this.measure();
    this.clearing = false;
  }

  private async ask(question: (pair: WorkerPair) => Promise<void>): Promise<void> {
    this.notice = null;
    try {
      const pair = await this.workers.ready();
      await pair.guard(question(pair));
    } catch (error) {
      if (this.workers.phase !== 'failed') this.notice = noticeOf(error);
    }
  }
}
