/** The two workers' lives: starting, at work, failed, started again. */

import { noticeOf, type Notice } from './errors';
import { startWorkers, type WorkerPair } from './workers';

export class WorkerState {
  phase = $state<'starting' | 'ready' | 'failed'>('starting');
  failure = $state.raw<Notice | null>(null);
  private pair: Promise<WorkerPair>;

  constructor() {
    this.pair = this.start();
  }

  /** The workers, once they are ready. Rejects where they could not be started. */
  ready(): Promise<WorkerPair> {
    return this.pair;
  }

  /** Ends both workers and starts new ones. */
  async restart(): Promise<WorkerPair> {
    const old = this.pair;
    this.pair = this.start(old);
    return this.pair;
  }

  private async start(old?: Promise<WorkerPair>): Promise<WorkerPair> {
    this.phase = 'starting';
    this.failure = null;
    try {
      await old?.then(
        (pair) => pair.terminate(),
        () => undefined,
      );
      const pair = await startWorkers();
      this.phase = 'ready';
      pair.crashed.catch((error: unknown) => this.fail(error));
      return pair;
    } catch (error) {
      this.fail(error);
      throw error;
    }
  }

  private fail(error: unknown): void {
    this.phase = 'failed';
    this.failure = noticeOf(error);
  }
}
