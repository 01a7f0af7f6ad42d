/** The cross-encoder of the session: a folder, tried on known pairs, and the scores it gave. */

import * as Comlink from 'comlink';

import { noticeOf, type Notice } from '../../app/errors';
import type { CrossIdentity } from '../../encoder/cross/cross-encoder';
import type { TextPair } from '../../encoder/cross/known-pairs';
import type { ModelSource } from '../../encoder/types';
import type { CrossScoring, ScoringProgress } from '../../engine/cross-scoring';
import { openWorker, type OpenWorker } from '../../worker';
import type { PickedFolder } from '../encoder/picked-folder';

/** Limit for the worker to load the runtime and to open a folder, in seconds. */
const START_LIMIT_SECONDS = 180;

function startCrossWorker(): OpenWorker<CrossScoring> {
  return openWorker<CrossScoring>(
    new Worker(new URL('../../../workers/cross-encoder.ts', import.meta.url), { type: 'module' }),
  );
}

export class CrossState {
  /** Null until a folder was found fit. */
  identity = $state.raw<CrossIdentity | null>(null);
  opening = $state(false);
  progress = $state.raw<ScoringProgress | null>(null);
  notice = $state.raw<Notice | null>(null);

  private folder: PickedFolder | null = null;
  private worker: OpenWorker<CrossScoring> | null = null;

  get busy(): boolean {
    return this.opening || this.progress !== null;
  }

  /** Where its files are; null without a fit folder. */
  get source(): ModelSource | null {
    return this.identity && this.folder && { kind: 'picked', ...this.folder };
  }

  /** Takes a folder, if it scores four known pairs in the right order. */
  async choose(folder: PickedFolder): Promise<void> {
    if (this.busy) return;
    this.identity = null;
    this.folder = folder;
    this.notice = null;
    this.opening = true;
    try {
      this.worker ??= startCrossWorker();
      const opening = this.worker.api.open({ kind: 'picked', ...folder });
      this.identity = await this.worker.start(opening, START_LIMIT_SECONDS);
    } catch (error) {
      this.fail(error);
    } finally {
      this.opening = false;
    }
  }

  /** Scores in the order of the pairs; null where that failed or was cancelled. */
  async score(pairs: readonly TextPair[]): Promise<Float64Array | null> {
    const { worker } = this;
    if (this.identity === null || worker === null || this.busy) return null;
    this.notice = null;
    this.progress = { done: 0, total: pairs.length, rate: null, secondsLeft: null };
    try {
      const onProgress = Comlink.proxy((progress: ScoringProgress) => {
        if (this.progress !== null) this.progress = progress;
      });
      return await worker.guard(worker.api.score(pairs, onProgress));
    } catch (error) {
      this.fail(error);
      return null;
    } finally {
      this.progress = null;
    }
  }

  cancel(): void {
    void this.worker?.api.cancel();
  }

  private fail(error: unknown): void {
    const notice = noticeOf(error);
    if (notice.name === 'RunCancelledError') return;
    this.notice = notice;
    if (notice.name !== 'WorkerBrokenError' && notice.name !== 'WorkerSilentError') return;
    this.worker?.close();
    this.worker = null;
    this.identity = null;
  }
}
