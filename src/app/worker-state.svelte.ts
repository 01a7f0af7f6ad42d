/** The two workers' lives: started when first needed, at work, failed, started again. */

import { noticeOf, type Notice } from './errors';
import { startWorkers, type QuietWorker, type WorkerPair } from './workers';

export type WorkerPhase = 'idle' | 'starting' | 'ready' | 'failed';

/** Silence after which the page offers to stop waiting. Long work is honest, so nothing is ended unasked. */
const SILENT_SECONDS = 60;

/** Time between two looks at whether a worker is silent, in milliseconds. */
const LOOK_MS = 2000;

export class WorkerState {
  phase = $state<WorkerPhase>('idle');
  failure = $state.raw<Notice | null>(null);
  /** The worker that has owed an answer for so long that it may be stuck; null while none has. */
  silent = $state.raw<QuietWorker | null>(null);
  private pair: Promise<WorkerPair> | null = null;

  /** The workers, once they are ready; the first call starts them. Rejects where they could not be started. */
  ready(): Promise<WorkerPair> {
    this.pair ??= this.start();
    return this.pair;
  }

  /** Ends both workers and starts new ones. */
  restart(): Promise<WorkerPair> {
    this.pair = this.start(this.pair);
    return this.pair;
  }

  /** Ends the workers of which one is silent: that counts as a failure, after which they can be started again. */
  async stopWaiting(): Promise<void> {
    const { silent } = this;
    const pair = await this.pair;
    if (silent) pair?.giveUp(silent);
  }

  private async start(old: Promise<WorkerPair> | null = null): Promise<WorkerPair> {
    this.phase = 'starting';
    this.failure = null;
    try {
      await old?.then(
        (pair) => pair.terminate(),
        () => undefined,
      );
      const pair = await startWorkers();
      this.phase = 'ready';
      const looking = setInterval(() => this.look(pair), LOOK_MS);
      pair.crashed.catch((error: unknown) => {
        clearInterval(looking);
        this.fail(error);
      });
      return pair;
    } catch (error) {
      this.fail(error);
      throw error;
    }
  }

  private look(pair: WorkerPair): void {
    const quiet = pair.quietest();
    this.silent = quiet && quiet.seconds >= SILENT_SECONDS ? quiet : null;
  }

  private fail(error: unknown): void {
    this.silent = null;
    this.phase = 'failed';
    this.failure = noticeOf(error);
  }
}
