/**
 * Brings a kept result back to life. It is shown at once; its files are read again, and the engine computes its pairs
 * anew from the embeddings that the browser has, so that every page can work with them. The figures are the same.
 */

import * as Comlink from 'comlink';

import type { RunResult } from '../../engine/results';
import type { RunProgress, RunRequest } from '../../engine/types';
import { ask } from '../../app/ask';
import { noticeOf, type Notice } from '../../app/errors';
import type { WorkerState } from '../../app/worker-state.svelte';
import type { CacheState } from '../encoder/cache-state.svelte';
import { progressInWords } from '../run/progress-words';
import { changesSince, type AskedRun } from '../run/changes';
import { runSource } from '../run/run-source';
import type { RunState } from '../run/run-state.svelte';
import type { FinishedRun } from '../run/runs';
import type { SettingsState } from '../run/settings-state.svelte';
import { isWhole, tiedTo } from './kept-run';

/** The states that it brings together. */
export interface RevivedStates {
  readonly workers: WorkerState;
  readonly run: RunState;
  readonly settings: SettingsState;
  readonly cache: CacheState;
  /** Ends when the encoder in force has been read, or cannot be. */
  encoderRead(): Promise<void>;
  /** What "Rank sources" would ask for now; null while something is missing. */
  readonly request: RunRequest | null;
  /** @see FinishedRun.asked */
  askedOf(request: RunRequest): AskedRun;
}

export class Revival {
  /** How far the engine is with the run, in words; null while it makes none. */
  progress = $state.raw<string | null>(null);
  /** True while the files of the kept result are read. */
  reading = $state(false);
  notice = $state.raw<Notice | null>(null);
  /** Ends with the revival, however it ends. */
  done: Promise<void> = Promise.resolve();

  constructor(
    private readonly states: RevivedStates,
    /** Gets a sentence where the result is not that of the files any more. */
    private readonly told: (sentence: string) => void,
  ) {}

  /**
   * Ties the kept result to its files once they have been read. Where it counts all records and their embeddings are
   * at hand the engine then makes the run again; another run, or `stop`, ends that, and the result stays as it is.
   * @param reading of the files
   */
  start(reading: Promise<void>): Promise<void> {
    const kept = this.states.run.finished;
    this.done = this.revive(kept, reading).finally(() => (this.progress = null));
    return this.done;
  }

  async stop(): Promise<void> {
    await ask(
      this.states.workers,
      ({ engine }) => engine.cancelRun(),
      (notice) => (this.notice = notice),
    );
  }

  private async revive(kept: FinishedRun | null, reading: Promise<void>): Promise<void> {
    const { states } = this;
    this.reading = kept !== null;
    await reading;
    await states.encoderRead();
    this.reading = false;
    if (!kept || !this.shows(kept)) return;
    const tied = tiedTo(
      kept,
      kept.sources.flatMap(({ entry }) => runSource(entry)),
    );
    if (!tied) {
      this.told('The files are read otherwise now than for the kept result. Press "Rank sources".');
      return;
    }
    states.run.finished = tied;
    const { request } = states;
    if (!request || changesSince(tied.asked, states.askedOf(request)).length > 0 || !isWhole(tied.result))
      return;
    if (!(await this.embeddingsAtHand(request))) return;
    const result = await this.runAgain(request);
    if (!result || !this.shows(tied)) return;
    const { tau, weighting } = request.settings;
    // What the run cost is what it cost when it was made.
    const whole = { ...result, cost: tied.result.cost };
    states.run.take({ ...tied, result: whole, ranAs: { tau, weighting }, inEngine: true });
    if (states.settings.gating) states.run.follow(states.settings.gating);
    await states.run.judge();
  }

  /** Null where it was ended, or failed. */
  private async runAgain(request: RunRequest): Promise<RunResult | null> {
    const { workers } = this.states;
    this.progress = 'starting';
    const onProgress = (progress: RunProgress) => (this.progress = progressInWords(progress));
    // All records were counted in the kept figures, so none may be left out now.
    const whole: RunRequest = { ...request, stop: { ...request.stop, rule: 'all' } };
    try {
      const pair = await workers.ready();
      return await pair.guard(pair.engine.run(whole, Comlink.proxy(onProgress)));
    } catch (error) {
      const ended = error instanceof Error && error.name === 'RunCancelledError';
      if (!ended && workers.phase !== 'failed') this.notice = noticeOf(error);
      return null;
    }
  }

  /** True while nothing else came in the result's place. */
  private shows(finished: FinishedRun): boolean {
    const { run } = this.states;
    return run.finished === finished && run.ongoing === null;
  }

  /** True where a run would find embeddings of an earlier one. */
  private async embeddingsAtHand({ encoder }: RunRequest): Promise<boolean> {
    if (encoder === null) return true;
    await this.states.cache.measure();
    return (this.states.cache.bytes ?? 0) > 0;
  }
}
