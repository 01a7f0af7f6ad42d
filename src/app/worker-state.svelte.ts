/** The life cycle of the two workers: started when first needed, ready, failed, started again. */

import { noticeOf, type Notice } from './errors';
import type { WorkerPair } from './workers';

export type WorkerPhase = 'idle' | 'starting' | 'ready' | 'failed';

export class WorkerState {
  phase = $state<WorkerPhase>('idle');
  failure = $state.raw<Notice | null>(null);
  /** Whether DuckDB has what was loaded: search, SQL and cleaned files wait for it. */
  store = $state<'idle' | 'filling' | 'filled'>('idle');
  private pair: Promise<WorkerPair> | null = null;

  constructor(private readonly startWorkers: () => Promise<WorkerPair>) {}

  /** The workers, once they are ready; the first call starts them. Rejects if they do not start. */
  ready(): Promise<WorkerPair> {
    this.pair ??= this.start();
    return this.pair;
  }

  /**
   * Starts DuckDB, which gets what it lacks of what was loaded. Where it fails, whoever asks it is told.
   * @param isAsked however much it is; else only what is copied soon
   */
  async fillStore(isAsked: boolean): Promise<void> {
    const starting = this.ready();
    const { candidates } = await starting;
    if (this.pair !== starting) return;
    if (this.store === 'idle') this.store = 'filling';
    let store: WorkerState['store'] = 'idle';
    try {
      const isFilled = isAsked ? (await candidates.start()) > 0 : await candidates.prepare();
      if (isFilled) store = 'filled';
    } finally {
      if (this.pair === starting) this.store = store;
    }
  }

  /** What a page says while DuckDB answers: `words`, or that it starts. */
  whileAsked(words: string): string {
    return this.store === 'filled' ? words : 'waiting for DuckDB, which is starting …';
  }

  restart(): Promise<WorkerPair> {
    this.pair = this.start(this.pair);
    return this.pair;
  }

  private async start(old: Promise<WorkerPair> | null = null): Promise<WorkerPair> {
    this.phase = 'starting';
    this.store = 'idle';
    this.failure = null;
    try {
      (await old?.catch(() => null))?.terminate();
      const pair = await this.startWorkers();
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
