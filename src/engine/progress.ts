/** What a run says of itself: its stage, counts, rate and time left. */

import type { CacheReport } from '../encoder/cache/embedding-cache';
import { now, paceOf, secondsSince } from './time';
import type { RunningOrder, RunningScore, RunProgress, RunStage } from './types';

/** What is known so far of the scores and their order. */
export interface RunningPoint {
  readonly running: readonly RunningScore[];
  readonly order: RunningOrder | null;
}

const NOTHING: RunningPoint = { running: [], order: null };

export class Progress {
  private stageStart = now();
  private cache: { readonly report: CacheReport } | null = null;
  private textsDone = 0;
  private textsTotal = 0;

  constructor(private readonly onProgress: (progress: RunProgress) => void) {}

  /** Rates and times are those of the stage that begins now. */
  startStage(): void {
    this.stageStart = now();
  }

  stageSeconds(): number {
    return secondsSince(this.stageStart);
  }

  /** From now on it says how this cache is. */
  tellOf(cache: { readonly report: CacheReport }): void {
    this.cache = cache;
  }

  report(stage: RunStage, done: number, total: number, point: RunningPoint = NOTHING): void {
    this.onProgress({
      stage,
      done,
      total,
      ...paceOf(done, total, this.stageSeconds()),
      ...point,
      cache: this.cache?.report ?? null,
    });
  }

  /** The stage of encoding begins. @param total distinct texts that will be asked for */
  startTexts(total: number): void {
    this.startStage();
    this.textsDone = 0;
    this.textsTotal = total;
  }

  /** More texts have their embedding, or new running scores are there. */
  texts(count: number, point: RunningPoint = NOTHING): void {
    this.textsDone += count;
    this.report('encode', this.textsDone, this.textsTotal, point);
  }
}
